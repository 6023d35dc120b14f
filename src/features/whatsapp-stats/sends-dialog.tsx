/** The sends behind a figure, a page at a time, and their file. */
import { Group, Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SendFilters, TemplateSend } from '../../../contract/calls/whatsapp-stats.ts';
import { whatsappStatsCalls } from '../../../contract/calls/whatsapp-stats.ts';
import { addDays } from '../../../contract/days.ts';
import type { ExportFormat } from '../../../contract/rules/exports.ts';
import { SEND_FIGURE_LABELS } from '../../../contract/rules/send-figures.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useZone } from '../../bot/place-context.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { momentText } from '../../ui/date-range/zone-time.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure as number } from '../../ui/money.ts';
import { Pager } from '../../ui/pager.tsx';
import { ExportButtons } from '../history/export-buttons.tsx';
import { showJob } from '../history/use-exports.ts';
import classes from './stats.module.css';
import { sendExports, useSends } from './stats-queries.ts';
import type { StatsSearch } from './stats-search.ts';

const STATUS: Record<TemplateSend['status'], string> = {
  queued: 'En espera',
  sent: 'Enviada',
  delivered: 'Entregada',
  read: 'Leída',
  failed: 'Fallida',
};

interface SendsDialogProps {
  botId: number;
  search: StatsSearch;
  /** Both days included. */
  span: { from: string; to: string };
  onPage: (page: number) => void;
  onClose: () => void;
}

export default function SendsDialog({ botId, search, span, onPage, onClose }: SendsDialogProps) {
  useFocusBack();
  const queries = useQueryClient();
  const zone = useZone();
  const timeOf = (iso: string) => momentText(iso, zone);
  const { day, page = 1, from: _from, to: _to, ...chosen } = search;
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const days = { from: day ?? span.from, to: addDays(day ?? span.to, 1) };
  const filters: SendFilters = { bot_id: botId, ...days, ...given };
  const found = useSends(filters, page);
  const start = useMutation({
    mutationFn: (format: ExportFormat) =>
      call(whatsappStatsCalls.startSendExport, { body: { format, filters } }),
    onSuccess: (job) => {
      showJob(queries, sendExports(botId), job);
      onClose();
    },
  });
  const { data } = found;
  const about = [search.template, day ? dayOnScreen(day) : null, search.reason].filter(Boolean).join(' · ');
  const title = `${SEND_FIGURE_LABELS[search.figure ?? 'total']}${about ? ` · ${about}` : ''}`;
  return (
    <Modal opened onClose={onClose} title={title} size="xl" centered>
      <Group justify="space-between" mb="md">
        <p role="status">{data ? `${number(data.total)} ${data.total === 1 ? 'envío' : 'envíos'}` : null}</p>
        <ExportButtons start={start} disabled={!data || data.total === 0} />
      </Group>
      {start.error ? (
        <p role="alert" className={classes.fault}>
          {sentence(start.error)}
        </p>
      ) : null}
      {found.isPending ? <LoadRows label="Cargando los envíos…" rows={5} height={56} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className={classes.sends} aria-busy={found.isPlaceholderData}>
        {(data?.sends ?? []).map((send) => (
          <li key={send.id}>
            <strong>{send.client ?? 'Cliente sin nombre'}</strong>
            <span>
              {send.template} ({send.language})
            </span>
            <span>{timeOf(send.at)}</span>
            <span data-status={send.status}>{STATUS[send.status]}</span>
            {send.reason ? <span className={classes.fault}>{send.reason}</span> : null}
            {send.answered_at ? <span>Respondió el {timeOf(send.answered_at)}</span> : null}
            {send.opted_out_at ? <span>Se dio de baja el {timeOf(send.opted_out_at)}</span> : null}
          </li>
        ))}
      </ul>
      {data ? <Pager label="Páginas de envíos" page={page} pages={data.pages} onPage={onPage} /> : null}
    </Modal>
  );
}
