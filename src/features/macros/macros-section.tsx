/** The macros of a bot, below its quick replies: made, changed, ordered, deleted; the team's and one's own. */
import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { macroCalls } from '../../../contract/calls/macros.ts';
import type { Macro } from '../../../contract/entities/macro.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { macrosKey, useMacros } from './macro-queries.ts';
import { macroLines } from './macro-text.ts';
import classes from './macros.module.css';

const MacroDialog = lazyPart(() => import('./macro-dialog.tsx'));

/** Both kinds, as they are headed. */
const KINDS = [
  { shared: true, title: 'Del equipo' },
  { shared: false, title: 'Solo tuyas' },
] as const;

export function MacrosSection() {
  const { place } = usePlace();
  const may = useMay();
  const titleId = useId();
  const macros = useMacros(place.bot.id);
  const [editing, setEditing] = useState<Macro | 'new' | null>(null);
  const all = macros.data ?? [];
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.top}>
        <div>
          <h2 id={titleId}>Macros</h2>
          <p>Varias acciones de una vez: en una conversación, presiona M o elige «Aplicar macro».</p>
        </div>
        <AllowedButton
          allowed={may('live', 'add')}
          why={TEXTS.noActionPermission}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          Nueva macro
        </AllowedButton>
      </div>
      {macros.isPending ? <LoadRows label="Cargando macros…" rows={3} height={64} /> : null}
      {macros.error && !macros.data ? (
        <LoadError message={sentence(macros.error)} onRetry={() => void macros.refetch()} />
      ) : null}
      {macros.data && all.length === 0 ? (
        <Empty title="Aún no hay macros en este chatbot" next={{ none: 'The button stands above.' }}>
          <p>Por ejemplo «Cierre de cambio»: responde, agrega la etiqueta #cambio y cierra.</p>
        </Empty>
      ) : null}
      {KINDS.map(({ shared, title }) => {
        const those = all.filter((macro) => macro.shared === shared);
        return those.length === 0 ? null : (
          <Kind key={title} title={title} shared={shared} macros={those} onEdit={setEditing} />
        );
      })}
      {editing ? (
        <MacroDialog of={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </section>
  );
}

interface KindProps {
  title: string;
  shared: boolean;
  macros: readonly Macro[];
  onEdit: (macro: Macro) => void;
}

function Kind({ title, shared, macros, onEdit }: KindProps) {
  const { place } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const botId = place.bot.id;
  const order = useMutation({
    mutationFn: (ids: string[]) => call(macroCalls.orderMacros, { params: { botId }, body: { shared, ids } }),
    onSuccess: (all) => queries.setQueryData(macrosKey(botId), all),
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: macrosKey(botId) });
      void showError('No pudimos ordenar las macros', sentence(error));
    },
  });
  // The order of the team's is everybody's; the server judges the same.
  const orders = may('live', 'edit') && (!shared || place.link.role.base !== 'agente') && macros.length > 1;
  const move = (from: number, to: number) => {
    const ids = macros.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate(ids);
  };
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.list}>
        {macros.map((macro, index) => (
          <Row
            key={macro.id}
            of={macro}
            onEdit={() => onEdit(macro)}
            onUp={orders && index > 0 ? () => move(index, index - 1) : null}
            onDown={orders && index < macros.length - 1 ? () => move(index, index + 1) : null}
            ordered={orders}
            busy={order.isPending}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  of: Macro;
  onEdit: () => void;
  /** Null: it stands there already. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  /** The order is this person's to change. */
  ordered: boolean;
  busy: boolean;
}

function Row({ of: macro, onEdit, onUp, onDown, ordered, busy }: RowProps) {
  const { place, user } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const { id, bot_id: botId, name, shared } = macro;
  const mine = macro.user_id === user.id;
  // A shared one is changed by its author and by anyone who leads the bot; the server judges the same.
  const changes = mine || place.link.role.base !== 'agente';
  const remove = useMutation({
    mutationFn: () => call(macroCalls.deleteMacro, { params: { botId, id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: macrosKey(botId) });
      toastSuccess('Macro eliminada');
    },
    onError: (error) => void showError('No pudimos eliminar la macro', sentence(error)),
  });
  const confirm = async () => {
    const yes = await ask({
      title: `¿Eliminar la macro «${name}»?`,
      text: shared ? 'Dejará de estar disponible para todo el equipo.' : 'No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <li className={classes.macro}>
      <div>
        <p className={classes.head}>
          <strong>{name}</strong>
          {shared ? <span>{mine ? 'Compartida por ti' : `Compartida por ${macro.user_name}`}</span> : null}
        </p>
        <ul className={classes.steps}>
          {macroLines(macro).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        {ordered ? (
          <>
            <ActionIcon
              aria-label={`Subir «${name}»`}
              disabled={onUp === null || busy}
              onClick={() => onUp?.()}
            >
              <IconArrowUp size={17} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label={`Bajar «${name}»`}
              disabled={onDown === null || busy}
              onClick={() => onDown?.()}
            >
              <IconArrowDown size={17} aria-hidden="true" />
            </ActionIcon>
          </>
        ) : null}
        {changes && (may('live', 'edit') || may('live', 'delete')) ? (
          <>
            <ActionIcon aria-label={`Editar «${name}»`} disabled={!may('live', 'edit')} onClick={onEdit}>
              <IconPencil size={17} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label={`Eliminar «${name}»`}
              disabled={!may('live', 'delete')}
              loading={remove.isPending}
              onClick={() => void confirm()}
            >
              <IconTrash size={17} aria-hidden="true" />
            </ActionIcon>
          </>
        ) : null}
      </div>
    </li>
  );
}
