/** What can be done with the selected clients, at the lower edge: progress while it runs, a way to stop, a report. */
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconArea from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { channelCalls } from '../../../../contract/calls/channels.ts';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay } from '../../../bot/place-context.ts';
import { BulkButton, Chosen, Progress } from '../../../ui/bulk/bulk-bar-parts.tsx';
import { runBulk } from '../../../ui/bulk/bulk-run.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { figure } from '../../../ui/money.ts';
import { toast, toastFailure, toastSuccess } from '../../../ui/toast.ts';
import classes from './bulk.module.css';
import {
  type BulkWork,
  type ClientResult,
  clients,
  doneText,
  type Report,
  runningText,
} from './bulk-words.ts';
import { allMatching, type Wanted } from './clients-queries.ts';
import type { ClientSelection } from './use-selection.ts';

const BulkChange = lazyPart(() => import('./bulk-change.tsx'));
const BulkTemplate = lazyPart(() => import('./bulk-template.tsx'));
const BulkReport = lazyPart(() => import('./bulk-report.tsx'));

interface Running {
  work: BulkWork;
  total: number;
  tried: number;
  stopping: boolean;
}

interface BulkBarProps {
  botId: number;
  wanted: Wanted;
  /** How many the list has. */
  total: number;
  selection: ClientSelection;
  own: readonly OwnField[];
}

const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

/** One run at a time. Leaving the screen stops it after the step that is under way. */
function useRun({ botId, selection }: Pick<BulkBarProps, 'botId' | 'selection'>) {
  const [running, setRunning] = useState<Running | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const run = async (ids: readonly string[], work: BulkWork) => {
    stop.current = new AbortController();
    setReport(null);
    setRunning({ work, total: ids.length, tried: 0, stopping: false });
    addEventListener('beforeunload', keepPage);
    const outcome = await runBulk<ClientResult>(ids, {
      signal: stop.current.signal,
      send: async (some) => {
        const { results } =
          work === 'delete'
            ? await call(clientCalls.deleteLeads, { body: { bot_id: botId, ids: some } })
            : 'template' in work
              ? await call(channelCalls.sendTemplateToLeads, {
                  body: { bot_id: botId, ids: some, template: work.template, temporal_id: work.key },
                })
              : await call(clientCalls.changeLeads, {
                  body: { bot_id: botId, ids: some, change: work.change },
                });
        return results;
      },
      onProgress: (tried) => setRunning((now) => now && { ...now, tried }),
    });
    removeEventListener('beforeunload', keepPage);
    setRunning(null);
    const left = [...outcome.failed.map(({ id }) => id), ...outcome.untried];
    if (left.length === 0) {
      selection.clear();
      toastSuccess(doneText(work, outcome.done.length));
    } else {
      selection.set(left);
      setReport({ work, outcome });
    }
  };
  const cancel = () => {
    stop.current.abort();
    setRunning((now) => now && { ...now, stopping: true });
  };
  return { running, report, run, cancel, closeReport: () => setReport(null) };
}

export default function BulkBar({ botId, wanted, total, selection, own }: BulkBarProps) {
  const may = useMay();
  const { running, report, run, cancel, closeReport } = useRun({ botId, selection });
  const [asking, setAsking] = useState<'tags' | 'areas' | 'own' | 'template' | null>(null);
  const [collecting, setCollecting] = useState(false);
  const { ids } = selection;
  const edit = may('crm', 'edit');
  const selectAll = async () => {
    setCollecting(true);
    try {
      const found = await allMatching(botId, wanted);
      selection.set(found.ids);
      if (found.total > found.ids.length) {
        toast({ message: `Se seleccionaron los primeros ${figure(LIMITS.bulkMost)}.`, role: 'status' });
      }
    } catch (error) {
      toastFailure('No se pudo seleccionar', error);
    } finally {
      setCollecting(false);
    }
  };
  const askToDelete = async () => {
    const sure = await ask({
      title: `¿Eliminar los datos de ${clients(ids.size)}?`,
      text: 'Se borran sus datos y su historial de cambios. Sus conversaciones quedan como las de un visitante sin nombre. No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (sure) await run([...ids], 'delete');
  };
  const button = (
    label: string,
    icon: ReactNode,
    act: () => void,
    { allowed = edit, why = null }: { allowed?: boolean; why?: string | null } = {},
  ) => (
    <BulkButton icon={icon} allowed={allowed} collecting={collecting} why={why} onClick={act}>
      {label}
    </BulkButton>
  );
  const shown = ids.size > 0 || running !== null;
  return (
    <>
      {shown ? (
        <section className={classes.bar} aria-label="Clientes seleccionados">
          {running ? (
            <Progress doing={runningText(running.work)} stop="Detener" running={running} onStop={cancel} />
          ) : (
            <>
              <Chosen
                count={ids.size === 1 ? '1 seleccionado' : `${figure(ids.size)} seleccionados`}
                all={
                  ids.size < total && ids.size < LIMITS.bulkMost
                    ? {
                        label: collecting
                          ? 'Seleccionando…'
                          : `Seleccionar los ${figure(total)} que coinciden`,
                        busy: collecting,
                        take: () => void selectAll(),
                      }
                    : null
                }
                onClear={selection.clear}
              />
              <div className={classes.actions} role="toolbar" aria-label="Acciones para los seleccionados">
                {button('Etiquetas…', <IconTag size={15} aria-hidden="true" />, () => setAsking('tags'))}
                {button('Áreas…', <IconArea size={15} aria-hidden="true" />, () => setAsking('areas'))}
                {own.length > 0
                  ? button('Campo…', <IconForms size={15} aria-hidden="true" />, () => setAsking('own'))
                  : null}
                {button(
                  'Plantilla…',
                  <IconTemplate size={15} aria-hidden="true" />,
                  () => setAsking('template'),
                  {
                    allowed: may('crm', 'send-wsp') && may('live', 'send-wsp'),
                    why:
                      ids.size > LIMITS.templatesAtOnce
                        ? `Hasta ${LIMITS.templatesAtOnce} clientes a la vez: más son una campaña.`
                        : null,
                  },
                )}
                {button('Eliminar…', <IconTrash size={15} aria-hidden="true" />, () => void askToDelete(), {
                  allowed: may('crm', 'delete'),
                })}
              </div>
            </>
          )}
        </section>
      ) : null}
      {asking === 'template' ? (
        <BulkTemplate
          count={ids.size}
          onClose={() => setAsking(null)}
          onSend={(template) => {
            setAsking(null);
            void run([...ids], { template, key: crypto.randomUUID() });
          }}
        />
      ) : asking ? (
        <BulkChange
          what={asking}
          count={ids.size}
          own={own}
          onClose={() => setAsking(null)}
          onChange={(change) => {
            setAsking(null);
            void run([...ids], { change });
          }}
        />
      ) : null}
      {report ? (
        <BulkReport
          report={report}
          onClose={closeReport}
          onAgain={(again) => {
            closeReport();
            void run(again, report.work);
          }}
        />
      ) : null}
    </>
  );
}
