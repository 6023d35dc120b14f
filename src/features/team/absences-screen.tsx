/** `/ausencias`: when oneself and colleagues are away by plan; one's own, and those of whom one manages, to be changed. */
import { Button } from '@mantine/core';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { absenceCalls } from '../../../contract/calls/absences.ts';
import { dayAndTime } from '../../../contract/days.ts';
import type { Absence } from '../../../contract/entities/absence.ts';
import { ABSENCE_REASON_LABELS } from '../../../contract/rules/absences.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { cityOfZone } from '../../../contract/rules/time-zone.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { Screen } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './team.module.css';
import { absencesKey, useAbsences } from './team-queries.ts';

const AbsenceDialog = lazyPart(() => import('./absence-dialog.tsx'));

export function AbsencesScreen() {
  const { place } = usePlace();
  return <Absences key={place.bot.id} />;
}

function Absences() {
  const { place, user } = usePlace();
  const may = useMay();
  const allowed = may('live', 'read');
  const found = useAbsences(place.bot.id);
  const [editing, setEditing] = useState<Absence | 'new' | null>(null);
  if (!allowed) return <p className={classes.none}>{TEXTS.noModuleAccess}</p>;
  const zone = found.data?.zone;
  const plan = (
    <Button
      leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
      disabled={!found.data}
      onClick={() => setEditing('new')}
    >
      Planificar ausencia
    </Button>
  );
  return (
    <Screen
      title="Ausencias"
      lead="Mientras dura una ausencia, el chatbot no le asigna conversaciones a esa persona por sí solo. Las que ya tiene siguen siendo suyas."
      actions={plan}
    >
      {found.isPending ? <LoadRows label="Cargando ausencias…" rows={4} /> : null}
      {found.error && !found.data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && found.data.absences.length === 0 ? (
        <Empty title="No hay ausencias planificadas" next={plan}>
          <p>Cuando alguien del equipo planifique una, la verás aquí.</p>
        </Empty>
      ) : null}
      {found.data && found.data.absences.length > 0 ? (
        <>
          <ul className={table.cards} aria-label="Ausencias planificadas">
            {found.data.absences.map((one) => (
              <Row
                key={one.id}
                one={one}
                mine={one.user_id === user.id}
                zone={found.data.zone}
                onEdit={() => setEditing(one)}
              />
            ))}
          </ul>
          <p className={classes.zone}>Por la hora de {cityOfZone(found.data.zone) ?? found.data.zone}.</p>
        </>
      ) : null}
      {editing !== null && zone !== undefined ? (
        <AbsenceDialog of={editing === 'new' ? null : editing} zone={zone} onClose={() => setEditing(null)} />
      ) : null}
    </Screen>
  );
}

function Row({ one, mine, zone, onEdit }: { one: Absence; mine: boolean; zone: string; onEdit: () => void }) {
  const queries = useQueryClient();
  const now = useServerNow();
  const began = Date.parse(one.from) <= now;
  const name = plainLine(one.name);
  const stretch = `del ${dayAndTime(Date.parse(one.from), zone)} al ${dayAndTime(Date.parse(one.to), zone)}`;
  const again = () => void queries.invalidateQueries({ queryKey: absencesKey(one.bot_id) });
  const withdraw = useMutation({
    mutationFn: () => call(absenceCalls.withdrawAbsence, { params: { botId: one.bot_id, id: one.id } }),
    onSuccess: () => {
      again();
      toastSuccess(began ? 'La ausencia terminó' : 'Ausencia retirada');
    },
    onError: (error) => {
      again();
      void showError('No pudimos retirar la ausencia', sentence(error));
    },
  });
  const askWithdraw = async () => {
    const sure = await ask({
      title: began ? '¿Terminar la ausencia ahora?' : '¿Retirar la ausencia?',
      text: `${name}, ${stretch}.`,
      confirm: began ? 'Terminar ahora' : 'Retirar',
      danger: true,
    });
    if (sure) withdraw.mutate();
  };
  return (
    <li className={`${table.card} ${classes.row}`}>
      <PersonAvatar name={name} id={String(one.user_id)} size={32} />
      <div className={classes.who}>
        <strong>{mine ? `${name} (tú)` : name}</strong>
        {began ? <span className={classes.badge}>En curso</span> : null}
        <p>{stretch.replace('del', 'Del')}</p>
        {one.reason === null ? null : (
          <p>
            {ABSENCE_REASON_LABELS[one.reason]}
            {one.note ? ` · ${plainLine(one.note)}` : ''}
          </p>
        )}
      </div>
      {one.may_change ? (
        <div className={classes.actions}>
          <Button
            size="sm"
            variant="default"
            aria-label={`Cambiar la ausencia de ${name} ${stretch}`}
            onClick={onEdit}
          >
            Cambiar
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="red"
            loading={withdraw.isPending}
            aria-label={`${began ? 'Terminar' : 'Retirar'} la ausencia de ${name} ${stretch}`}
            onClick={() => void askWithdraw()}
          >
            {began ? 'Terminar ahora' : 'Retirar'}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
