/** What can be done with the selected conversations, over the end of the list: what is above does not move. */
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconDerive from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs';
import IconArea from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconMacro from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import { type ReactNode, useState } from 'react';
import { type BulkChange, inboxBulkCalls } from '../../../../contract/calls/inbox-bulk.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace, useZone } from '../../../bot/place-context.ts';
import { BulkButton, Chosen, Progress } from '../../../ui/bulk/bulk-bar-parts.tsx';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { figure } from '../../../ui/money.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { conversations, runningText } from './bulk-actions.ts';
import classes from './bulk-bar.module.css';
import { changeMany, stopBulk, useBulk } from './bulk-state.ts';
import { wireFilters } from './list-filters.ts';
import { useCounts } from './list-queries.ts';
import { clearSelected, selectFound, useSelected } from './selected.ts';
import type { Selection } from './use-selection.ts';

const BulkReport = lazyPart(() => import('./bulk-report.tsx'));
const BulkArea = lazyPart(() => import('./bulk-area.tsx'));
const BulkTags = lazyPart(() => import('./bulk-tags.tsx'));
const BulkMacro = lazyPart(() => import('../macros/bulk-macro.tsx'));
const DeriveDialog = lazyPart(() => import('../actions/derive-dialog.tsx'));
const PriorityDialog = lazyPart(() => import('../actions/priority-dialog.tsx'));
const SnoozeDialog = lazyPart(() => import('../actions/snooze-dialog.tsx'));

type Asking = 'derive' | 'tags' | 'area' | 'priority' | 'snooze' | 'macro' | null;
/** Some of many are one's own, some somebody else's: to whom what can't be given, the report says. */
const TO_ANYBODY: ReadonlySet<number> = new Set();

export default function BulkBar({ selection }: { selection: Selection }) {
  const { botId } = selection;
  const may = useMay();
  const { ids } = useSelected();
  const { running, report } = useBulk();
  const [asking, setAsking] = useState<Asking>(null);
  /** All that match are being asked for: what is selected now is not what was meant. */
  const [collecting, setCollecting] = useState(false);
  const many = conversations(ids.size);
  const change = (wanted: BulkChange) => {
    setAsking(null);
    void changeMany(botId, [...ids], wanted);
  };
  const confirmed = async (question: string, confirm: string, wanted: BulkChange) => {
    if (await ask({ title: question, confirm })) change(wanted);
  };
  const edit = may('live', 'edit');
  const button = (label: string, icon: ReactNode, act: () => void, allowed = edit) => (
    <BulkButton icon={icon} allowed={allowed} collecting={collecting} onClick={act}>
      {label}
    </BulkButton>
  );
  return (
    <section className={classes.bar} aria-label="Conversaciones seleccionadas">
      {running ? (
        <Progress doing={runningText(running.change)} stop="Cancelar" running={running} onStop={stopBulk} />
      ) : (
        <>
          <Selected selection={selection} collecting={collecting} onCollecting={setCollecting} />
          <div className={classes.actions} role="toolbar" aria-label="Acciones para las seleccionadas">
            {button('Cerrar', <IconClose size={15} aria-hidden="true" />, () =>
              confirmed(`¿Cerrar ${many}?`, 'Cerrar', { state: 'closed' }),
            )}
            {button(
              'Derivar…',
              <IconDerive size={15} aria-hidden="true" />,
              () => setAsking('derive'),
              edit && may('live', 'shunt-agent'),
            )}
            {button('Etiquetas…', <IconTag size={15} aria-hidden="true" />, () => setAsking('tags'))}
            {button('Área…', <IconArea size={15} aria-hidden="true" />, () => setAsking('area'))}
            {button('Prioridad…', <IconFlag size={15} aria-hidden="true" />, () => setAsking('priority'))}
            {button('Marcar como leídas', <IconMailOpened size={15} aria-hidden="true" />, () =>
              change({ unread: false }),
            )}
            {button('Marcar como no leídas', <IconMail size={15} aria-hidden="true" />, () =>
              change({ unread: true }),
            )}
            {button('Macro…', <IconMacro size={15} aria-hidden="true" />, () => setAsking('macro'))}
            {button('Posponer…', <IconPause size={15} aria-hidden="true" />, () => setAsking('snooze'))}
            {button('Archivar', <IconArchive size={15} aria-hidden="true" />, () =>
              confirmed(`¿Archivar ${many}?`, 'Archivar', { state: 'archived' }),
            )}
          </div>
        </>
      )}
      {asking === 'derive' ? (
        <DeriveDialog
          title={`Derivar ${many}`}
          verb="Derivar"
          notTo={TO_ANYBODY}
          area={null}
          onClose={() => setAsking(null)}
          onGive={(agent_id, reason) => change({ state: 'taken', agent_id, reason })}
        />
      ) : null}
      {asking === 'tags' ? (
        <BulkTags count={ids.size} botId={botId} onClose={() => setAsking(null)} onChange={change} />
      ) : null}
      {asking === 'area' ? (
        <BulkArea count={ids.size} onClose={() => setAsking(null)} onChange={change} />
      ) : null}
      {asking === 'priority' ? (
        <PriorityDialog
          title={`Prioridad de ${many}`}
          priority={undefined}
          onClose={() => setAsking(null)}
          onChoose={(priority) => change({ priority })}
        />
      ) : null}
      {asking === 'macro' ? (
        <BulkMacro botId={botId} many={many} onClose={() => setAsking(null)} onChange={change} />
      ) : null}
      {asking === 'snooze' ? (
        <SnoozeDialog
          title={`Posponer ${many}`}
          snoozedUntil={null}
          onClose={() => setAsking(null)}
          onSnooze={(snoozed_until) => change({ snoozed_until })}
        />
      ) : null}
      {report ? <BulkReport report={report} /> : null}
    </section>
  );
}

interface SelectedProps {
  selection: Selection;
  collecting: boolean;
  onCollecting: (collecting: boolean) => void;
}

/** How many are selected, and the way to all that match. */
function Selected({ selection, collecting, onCollecting }: SelectedProps) {
  const { botId, filters } = selection;
  const { ids } = useSelected();
  const wire = wireFilters(filters, useZone(), usePlace().user.id);
  const total = useCounts(botId, [wire])?.[0];
  const takeAll = async () => {
    onCollecting(true);
    try {
      let total = 0;
      let taken = 0;
      const selected = await selectFound(async (signal) => {
        const body = { filters: { ...wire, bot_id: botId } };
        const found = await call(inboxBulkCalls.matchingIds, { body, signal });
        total = found.total;
        taken = found.ids.length;
        return found.ids;
      });
      if (selected && total > taken) {
        toast({ message: `Se seleccionaron las primeras ${figure(LIMITS.bulkMost)}.`, role: 'status' });
      }
    } catch (error) {
      toastFailure('No se pudieron seleccionar', error);
    } finally {
      onCollecting(false);
    }
  };
  return (
    <Chosen
      count={ids.size === 1 ? '1 seleccionada' : `${figure(ids.size)} seleccionadas`}
      all={
        total !== undefined && total > ids.size
          ? {
              label: `Seleccionar las ${figure(total)} que coinciden`,
              busy: collecting,
              take: () => void takeAll(),
            }
          : null
      }
      onClear={clearSelected}
    />
  );
}
