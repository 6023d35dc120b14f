/** Imports of a bot's clients; their progress arrives live (topic `imports`). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/calls/clients.ts';
import { importCalls, type LeadImport } from '../../../contract/calls/imports.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { saveFile } from '../../ui/save-file.ts';

const listKey = (botId: number) => ['imports', botId] as const;
const oneKey = (botId: number, id: string) => ['imports', botId, id] as const;

/** The imports of a bot of the last 30 days (topic `imports`). */
export function useImports(botId: number) {
  return useQuery({
    queryKey: listKey(botId),
    queryFn: ({ signal }) => call(importCalls.listImports, { query: { bot_id: botId }, signal }),
  });
}

/** @param botId of the bot that is shown: what happens there makes the answer old */
export function useImport(botId: number, id: string) {
  return useQuery({
    queryKey: oneKey(botId, id),
    queryFn: ({ signal }) => call(importCalls.showImport, { params: { id }, signal }),
  });
}

/** The fields that the bot has added to its clients. */
export function useOwnFields(botId: number) {
  return useQuery({
    queryKey: ['leads', botId, 'fields'],
    queryFn: ({ signal }) => call(clientCalls.ownFields, { query: { bot_id: botId }, signal }),
  });
}

/** Puts what the server answered where the screens read it. */
export function useShowImport(): (file: LeadImport) => void {
  const queries = useQueryClient();
  return (file) => {
    queries.setQueryData(oneKey(file.bot_id, file.id), file);
    void queries.invalidateQueries({ queryKey: listKey(file.bot_id), exact: true });
  };
}

const STEPS = {
  run: importCalls.runImport,
  cancel: importCalls.cancelImport,
  undo: importCalls.undoImport,
} as const;

/** Starts, ends or undoes; a refusal is shown, and what stands there is asked again. */
export function useImportStep({ id, bot_id }: Pick<LeadImport, 'id' | 'bot_id'>) {
  const queries = useQueryClient();
  const show = useShowImport();
  return useMutation({
    mutationFn: (step: keyof typeof STEPS) => call(STEPS[step], { params: { id } }),
    onSuccess: show,
    onError: (error) => {
      void showError('No pudimos hacerlo', sentence(error));
      void queries.invalidateQueries({ queryKey: listKey(bot_id) });
    },
  });
}

/** The rows that were refused, as a file that spreadsheets read: its mark was lost on the way through the browser. */
export function useRefusedFile({ id, file_name }: Pick<LeadImport, 'id' | 'file_name'>) {
  return useMutation({
    mutationFn: () => call(importCalls.refusedRows, { params: { id } }),
    onSuccess: (text) =>
      saveFile(
        `rechazadas-${file_name.replace(/\.\w+$/, '')}.csv`,
        `\uFEFF${text.replace(/^\uFEFF/, '')}`,
        'text/csv',
      ),
    onError: (error) => void showError('No pudimos bajar el archivo', sentence(error)),
  });
}
