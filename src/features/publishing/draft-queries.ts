/**
 * What screens know of a bot's draft, and how an edit on one of them reaches the others.
 *
 * For every screen that builds a bot:
 * - Keys of what it reads start with `buildingKey(botId, …)`: whatever changes the draft as a whole (publishing,
 *   discarding, restoring, another template, an import) makes them stale in one go.
 * - After an edit: `const edited = useDraftEdited()` and `onSuccess: (answer) => edited(answer.revision)`.
 * - An edit of a thing that exists sends `revision`: the `revision` of `useDraftState` when the thing was opened for
 *   editing. If somebody changed that very thing since, the call answers 409 'conflict' and changes nothing; the form
 *   keeps what was typed and says so (`features/forms`).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { DraftState, EngineSettings } from '../../../contract/entities/bot-draft.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';

/** Key of something that depends on a bot's draft, e.g. `buildingKey(64, 'nodes')`. */
export const buildingKey = (botId: number, ...of: readonly (string | number)[]) =>
  ['building', botId, ...of] as const;

const stateKey = (botId: number) => buildingKey(botId, 'draft-state');

/** Revision, unpublished changes and faults of a bot's draft. */
export function useDraftState(botId: number) {
  return useQuery({
    queryKey: stateKey(botId),
    queryFn: ({ signal }) => call(botDraftCalls.draftState, { params: { botId }, signal }),
    // Colleagues edit, too.
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  });
}

/** Settings of the engine with the draft's revision that they were read at. */
export interface KnownSettings {
  revision: number;
  settings: EngineSettings;
}

/** Settings of a bot's engine, as they stand in its draft. */
export function useEngineSettings(botId: number) {
  return useQuery({
    queryKey: buildingKey(botId, 'engine'),
    // The revision first: what is read after it is at least as new, so that an edit in between is a conflict at worst.
    queryFn: async ({ signal }): Promise<KnownSettings> => {
      const { revision } = await call(botDraftCalls.draftState, { params: { botId }, signal });
      const settings = await call(botDraftCalls.engineSettings, { params: { botId }, signal });
      return { revision, settings };
    },
  });
}

/**
 * Call it after an edit of the shown bot's draft, with the revision that the edit answered: the publish bar and every
 * other reading of the draft are brought up to date. Resolves when what is on screen is.
 */
export function useDraftEdited(): (revision?: number) => Promise<void> {
  const { place } = usePlace();
  const queries = useQueryClient();
  const botId = place.bot.id;
  return useCallback(
    async (revision) => {
      if (revision !== undefined)
        queries.setQueryData<DraftState>(stateKey(botId), (state) => state && { ...state, revision });
      await queries.invalidateQueries({ queryKey: buildingKey(botId) });
    },
    [queries, botId],
  );
}

/**
 * The revision of the draft that its reader has seen: the one that was shown first, until a refusal has told of another
 * one. What is on screen goes on with the draft meanwhile, and nobody confirms what came under their hand.
 */
export function useSeenRevision(shown: number): { seen: number; refused: (error: unknown) => void } {
  const [seen, setSeen] = useState(shown);
  const refused = useCallback((error: unknown) => {
    const told = error instanceof ApiError && error.status === 409 ? error.details['revision'] : undefined;
    if (typeof told === 'number') setSeen(told);
  }, []);
  return { seen, refused };
}
