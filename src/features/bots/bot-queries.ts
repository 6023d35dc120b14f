/** What the screens of a bot's settings read and write. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { calendarCalls } from '../../../contract/calls/calendar.ts';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import type { BotSettings } from '../../../contract/entities/bot.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { type CallInput, call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';

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

export type BotForm = NonNullable<CallInput<typeof botManageCalls.updateBot>['body']>;

/**
 * Saves fields of the bot. `faults` are by the field's name without `chatbot[…]`; a refusal that belongs to no field is
 * shown as a notice.
 * @param said the notice of success; null: none
 */
export function useSaveBot(
  botId: number,
  { said = 'Cambios guardados', onSaved }: { said?: string | null; onSaved?: () => void } = {},
) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: ({ body, file }: { body: BotForm; file?: File }) =>
      call(botManageCalls.updateBot, { params: { id: botId }, body, ...(file ? { file } : {}) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: settingsKey(botId) });
      onSaved?.();
      void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
      if (said !== null) toastSuccess(said);
    },
    onError: (error) => {
      if (Object.keys(fieldErrors(error)).length === 0) toastFailure('No pudimos guardar los cambios', error);
    },
  });
  const faults = Object.fromEntries(
    Object.entries(fieldErrors(save.error)).map(([name, text]) => [
      name.replace(/^chatbot\[(.+)\]$/, '$1'),
      text,
    ]),
  );
  return { save, faults };
}

export type { BotSettings };
