/** The statistics' questions to the server. Keys begin with STATS_KEY and the bot: what happens in conversations makes them old. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type SendExportJob,
  type SendFilters,
  whatsappStatsCalls,
} from '../../../contract/calls/whatsapp-stats.ts';
import { call } from '../../api/call.ts';
import type { ExportSource } from '../history/use-exports.ts';

export const STATS_KEY = 'whatsapp-stats';

/** The figures of a stretch; `to` is the day after it. */
export const useStats = (botId: number, span: { from: string; to: string }, enabled: boolean) =>
  useQuery({
    queryKey: [STATS_KEY, botId, span],
    queryFn: ({ signal }) =>
      call(whatsappStatsCalls.whatsappStats, { query: { bot_id: botId, ...span }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

/** A page of what is behind a figure. */
export const useSends = ({ bot_id, ...chosen }: SendFilters, page: number) =>
  useQuery({
    queryKey: [STATS_KEY, bot_id, 'sends', chosen, page],
    queryFn: ({ signal }) =>
      call(whatsappStatsCalls.whatsappStatsSends, { query: { bot_id, ...chosen, page }, signal }),
    placeholderData: keepPreviousData,
  });

/** Files of sends, as the shared list of files asks for them. */
export const sendExports = (botId: number): ExportSource<SendExportJob> => ({
  key: ['exports', botId, 'sends'],
  what: () => 'envíos',
  list: (signal) => call(whatsappStatsCalls.listSendExports, { query: { bot_id: botId }, signal }),
  drop: (id) => call(whatsappStatsCalls.deleteSendExport, { params: { id } }),
  link: (id) => call(whatsappStatsCalls.sendExportLink, { params: { id } }),
});
