/** One's exports of a bot and how far they are (topic `exports`). */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ExportJob, type ExportOrder, exportCalls } from '../../../contract/calls/exports.ts';
import { call } from '../../api/call.ts';
import { toast, toastFailure } from '../../ui/toast.ts';

const exportsKey = (botId: number) => ['exports', botId] as const;

/** Whether an export is still being made. */
export const isUnfinished = ({ status }: Pick<ExportJob, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** One's own exports of a bot, newest first. */
export function useExports(botId: number) {
  return useQuery({
    queryKey: exportsKey(botId),
    queryFn: ({ signal }) => call(exportCalls.listExports, { query: { bot_id: botId }, signal }),
  });
}

/** Puts a job where the tray shows it, before the next answer does. */
function showJob(queries: QueryClient, job: ExportJob): void {
  queries.setQueryData<ExportJob[]>(exportsKey(job.filters.bot_id), (jobs = []) => [
    job,
    ...jobs.filter(({ id }) => id !== job.id),
  ]);
}

/** Starts one; failures are the caller's to show. */
export function useStartExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: ExportOrder) => call(exportCalls.startExport, { body: order }),
    onSuccess: (job) => showJob(queries, job),
  });
}

/** Cancels one that is under way, or takes a finished one off the list, file and all. */
export function useDropExport(botId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: ExportJob) => call(exportCalls.deleteExport, { params: { id: job.id } }),
    onSuccess: (_answer, dropped) => {
      queries.setQueryData<ExportJob[]>(exportsKey(botId), (jobs = []) =>
        jobs.filter((job) => job.id !== dropped.id),
      );
      if (isUnfinished(dropped))
        toast({ message: 'Exportación cancelada. No quedó ningún archivo.', role: 'status' });
    },
    onError: (error) => toastFailure('No se quitó la exportación', error),
    onSettled: () => queries.invalidateQueries({ queryKey: exportsKey(botId) }),
  });
}

/** CardActions the file to the browser, which writes it to the disk as it comes. */
export function useDownload(botId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: ExportJob) => call(exportCalls.exportLink, { params: { id: job.id } }),
    onSuccess: ({ url }, job) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = job.file_name;
      link.click();
    },
    onError: (error) => {
      toastFailure('No se pudo descargar', error);
      void queries.invalidateQueries({ queryKey: exportsKey(botId) });
    },
  });
}
