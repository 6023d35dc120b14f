/** One's exports of a bot, of conversations or of clients; their progress arrives live (topic `exports`). */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ExportJob, type ExportOrder, exportCalls } from '../../../contract/calls/exports.ts';
import { call } from '../../api/call.ts';
import { toast, toastFailure } from '../../ui/toast.ts';

/** What every export says of itself. */
export type TrayJob = Pick<
  ExportJob,
  'id' | 'status' | 'rows_done' | 'rows_total' | 'size' | 'error' | 'file_name' | 'expires_at'
>;

/** Where exports of a kind are asked for. */
export interface ExportSource<J extends TrayJob> {
  /** Begins as the topic does. */
  key: readonly (string | number)[];
  /** What its rows are: 'mensajes'. */
  what: (job: J) => string;
  list: (signal: AbortSignal) => Promise<J[]>;
  drop: (id: string) => Promise<unknown>;
  link: (id: string) => Promise<{ url: string }>;
  /** Orders a failed one once more; absent: its order is not known any more. */
  again?: (job: J) => Promise<J>;
}

/** Exports of the history. */
export const talkExports = (botId: number): ExportSource<ExportJob> => ({
  key: ['exports', botId],
  what: ({ kind }) => (kind === 'messages' ? 'mensajes' : 'conversaciones'),
  list: (signal) => call(exportCalls.listExports, { query: { bot_id: botId }, signal }),
  drop: (id) => call(exportCalls.deleteExport, { params: { id } }),
  link: (id) => call(exportCalls.exportLink, { params: { id } }),
  again: ({ kind, format, columns, filters }) =>
    call(exportCalls.startExport, { body: { kind, format, columns, filters } }),
});

/** Whether an export is still being made. */
export const isUnfinished = ({ status }: Pick<TrayJob, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** One's own exports of a bot, newest first. */
export function useExports<J extends TrayJob>(source: ExportSource<J>) {
  return useQuery({ queryKey: source.key, queryFn: ({ signal }) => source.list(signal) });
}

/** Puts a job where the tray shows it, before the next answer does. */
export function showJob<J extends TrayJob>(queries: QueryClient, source: ExportSource<J>, job: J): void {
  queries.setQueryData<J[]>(source.key, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
}

/** Starts one of conversations; failures are the caller's to show. */
export function useStartExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: ExportOrder) => call(exportCalls.startExport, { body: order }),
    onSuccess: (job) => showJob(queries, talkExports(job.filters.bot_id), job),
  });
}

/** Starts a failed one again; failures are the caller's to show. */
export function useExportAgain<J extends TrayJob>(source: ExportSource<J>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (job: J) => (source.again ? source.again(job) : job),
    onSuccess: (job) => showJob(queries, source, job),
  });
}

/** Cancels one that is under way, or takes a finished one off the list, file and all. */
export function useDropExport<J extends TrayJob>(source: ExportSource<J>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: J) => source.drop(job.id),
    onSuccess: (_answer, dropped) => {
      queries.setQueryData<J[]>(source.key, (jobs = []) => jobs.filter((job) => job.id !== dropped.id));
      if (isUnfinished(dropped))
        toast({ message: 'Exportación cancelada. No quedó ningún archivo.', role: 'status' });
    },
    onError: (error) => toastFailure('No se quitó la exportación', error),
    onSettled: () => queries.invalidateQueries({ queryKey: source.key }),
  });
}

/** CardActions the file to the browser, which writes it to the disk as it comes. */
export function useDownload<J extends TrayJob>(source: ExportSource<J>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: J) => source.link(job.id),
    onSuccess: ({ url }, job) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = job.file_name;
      link.click();
    },
    onError: (error) => {
      toastFailure('No se pudo descargar', error);
      void queries.invalidateQueries({ queryKey: source.key });
    },
  });
}
