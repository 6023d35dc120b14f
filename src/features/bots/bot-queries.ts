/** What the screens of a bot's settings read and write. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { calendarCalls } from '../../../contract/calls/calendar.ts';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import type { BotSettings } from '../../../contract/entities/bot.ts';
import { type CallInput, call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { type FormAct, type FormValue, noticeOf, refusedFields, useFormAct } from '../forms/form-act.ts';

const settingsKey = (botId: number) => ['bot-settings', botId] as const;

/** Settings of a bot. */
export function useBotSettings(botId: number) {
  return useQuery({
    queryKey: settingsKey(botId),
    queryFn: ({ signal }) => call(botManageCalls.botSettings, { params: { id: botId }, signal }),
    // A colleague may have changed them since.
    staleTime: 5_000,
  });
}

/** Key of a bot's calendar. */
export const calendarKey = (botId: number) => ['bot-calendar', botId] as const;

/** When people attend at a bot, with its versions. */
export function useBotCalendar(botId: number) {
  return useQuery({
    queryKey: calendarKey(botId),
    queryFn: ({ signal }) => call(calendarCalls.botCalendar, { params: { id: botId }, signal }),
    staleTime: 5_000,
  });
}

/** Kinds of business to choose among. */
export function useBusinessTypes() {
  return useQuery({
    queryKey: ['business-types'],
    queryFn: ({ signal }) => call(settingsCalls.businessTypes, { signal }),
    staleTime: 10 * 60_000,
  });
}

type BotForm = NonNullable<CallInput<typeof botManageCalls.updateBot>['body']>;

/** What is brought up to date once fields of the bot were saved; resolves when its settings are. */
function useBotSaved(botId: number): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: settingsKey(botId) });
    void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
    void queries.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

const NOT_SAVED = 'No pudimos guardar los cambios';

/** Faults of the bot's fields, by their names without `chatbot[…]`. */
const faultsOf = (refused: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(refused).map(([name, text]) => [name.replace(/^chatbot\[(.+)\]$/, '$1'), text]),
  );

/**
 * One of the forms about the bot, saved as a whole (features/forms).
 * @param body its fields as typed
 * @param said the notice of success
 */
export function useBotForm(
  botId: number,
  form: Pick<FormValue, 'forget'>,
  body: () => BotForm,
  said = 'Cambios guardados',
): { save: FormAct; faults: Record<string, string> } {
  const saved = useBotSaved(botId);
  const queries = useQueryClient();
  const save = useFormAct({
    run: (revision) =>
      call(botManageCalls.updateBot, {
        params: { id: botId },
        body: { ...body(), 'chatbot[revision]': revision },
      }),
    // What is typed next is read at this revision: one's own save is nobody else's change.
    done: async () => {
      await saved();
      form.forget();
      toastSuccess(said);
    },
    refresh: () => queries.invalidateQueries({ queryKey: settingsKey(botId) }),
    notice: noticeOf(NOT_SAVED),
  });
  return { save, faults: faultsOf(refusedFields([save])) };
}

/**
 * Changes what holds at once and is no form: the photo, whether it answers. A refusal that belongs to no field is shown as
 * a notice.
 * @param said the notice of success; null: none
 */
export function useChangeBot(botId: number, said: string | null) {
  const saved = useBotSaved(botId);
  return useMutation({
    mutationFn: ({ body, file }: { body: BotForm; file?: File }) =>
      call(botManageCalls.updateBot, { params: { id: botId }, body, ...(file ? { file } : {}) }),
    onSuccess: async () => {
      await saved();
      if (said !== null) toastSuccess(said);
    },
    onError: noticeOf(NOT_SAVED),
  });
}

export type { BotSettings };
