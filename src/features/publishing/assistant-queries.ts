/** The assistant of a bot as Configuración de IA shows it: its webhook and its trainings. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import { call } from '../../api/call.ts';

/** Key of the bot's assistant. */
export const assistantKey = (botId: number) => ['assistant', botId] as const;

/** The bot's assistant; null: it has none yet. */
export function useAssistant(botId: number) {
  return useQuery({
    queryKey: assistantKey(botId),
    queryFn: async ({ signal }): Promise<Assistant | null> => {
      const [first] = await call(assistantCalls.assistants, { query: { bot_id: botId }, signal });
      return first ?? null;
    },
  });
}

/** The bot's assistant as the server has it now; made where there is none. */
export async function ownAssistant(botId: number): Promise<Assistant> {
  const [first] = await call(assistantCalls.assistants, { query: { bot_id: botId } });
  return first ?? call(assistantCalls.createAssistant, { body: { bot_id: botId } });
}

/** Shows the assistant that a call answered. */
export function useKeepAssistant(botId: number): (assistant: Assistant) => void {
  const queries = useQueryClient();
  return (assistant) => queries.setQueryData(assistantKey(botId), assistant);
}

/** Changes the bot's assistant, which is made first where there is none. */
export function useAssistantChange<T>(
  botId: number,
  assistant: Assistant | null,
  change: (id: string, wish: T) => Promise<Assistant>,
) {
  const keep = useKeepAssistant(botId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wish: T) => {
      const { id } = assistant ?? (await call(assistantCalls.createAssistant, { body: { bot_id: botId } }));
      return change(id, wish);
    },
    onSuccess: keep,
    // It may have been made before the rest failed.
    onError: () => queries.invalidateQueries({ queryKey: assistantKey(botId) }),
  });
}
