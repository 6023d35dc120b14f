/** The test set of a bot: its phrases, saving them, and one more from the preview. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { isEditConflict } from '../forms/edit-conflict.tsx';
import { buildingKey } from '../publishing/draft-queries.ts';
import { samePhrase } from './phrases.ts';

const phrasesKey = (botId: number) => buildingKey(botId, 'test-phrases');
const readPhrases = (botId: number) => call(botDraftCalls.testPhrases, { params: { botId } });

/** The phrases that a bot is tested with. */
export function useTestPhrases(botId: number) {
  return useQuery({ queryKey: phrasesKey(botId), queryFn: () => readPhrases(botId) });
}

/** The draft's intents, to choose among. */
export function useIntents(botId: number) {
  return useQuery({
    queryKey: buildingKey(botId, 'intents'),
    queryFn: ({ signal }) => call(botIntentCalls.clientIntents, { params: { botId }, signal }),
  });
}

/** Replaces the whole set of phrases; 409 when somebody else has changed it. */
export function useSavePhrases(botId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { phrases: TestPhrase[]; revision: number }) =>
      call(botDraftCalls.saveTestPhrases, { params: { botId }, body }),
    onSuccess: (set) => {
      queries.setQueryData(phrasesKey(botId), set);
      void queries.invalidateQueries({ queryKey: buildingKey(botId, 'test-run') });
    },
    onError: () => queries.invalidateQueries({ queryKey: phrasesKey(botId) }),
  });
}

/** Adds a phrase to the set as it is now, or changes what is expected of it. */
export function useAddPhrase(botId: number) {
  const save = useSavePhrases(botId);
  return useMutation({
    mutationFn: async (phrase: TestPhrase) => {
      const text = phrase.text.trim().slice(0, BOT_LIMITS.botExample);
      const { phrases, revision } = await readPhrases(botId);
      const others = phrases.filter((one) => !samePhrase(one.text, text));
      return save.mutateAsync({ phrases: [...others, { ...phrase, text }], revision });
    },
    // A colleague who saves in the same moment: it is read again and added to theirs.
    retry: (count, error) => count < 3 && isEditConflict(error),
    onSuccess: () => toastSuccess('Agregada a las frases de prueba'),
    onError: (error) => void showError('No pudimos agregar la frase', sentence(error)),
  });
}
