/** A bot's automations and their cases; changes arrive live (topic `automations`). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { automationCalls } from '../../../contract/calls/automations.ts';
import type { AutomationKind } from '../../../contract/rules/automations.ts';
import { call } from '../../api/call.ts';

/** What is set, and what it has come to. */
export const useAutomation = (botId: number, kind: AutomationKind) =>
  useQuery({
    queryKey: ['automations', botId, kind],
    queryFn: ({ signal }) =>
      call(automationCalls.getAutomation, { params: { kind }, query: { bot_id: botId }, signal }),
  });

/** Its cases, the newest first. */
export const useCases = (botId: number, kind: AutomationKind, page: number) =>
  useQuery({
    queryKey: ['automations', botId, kind, 'cases', page],
    queryFn: ({ signal }) =>
      call(automationCalls.automationCases, { params: { kind }, query: { bot_id: botId, page }, signal }),
    placeholderData: keepPreviousData,
  });

/** Carts that the shop's page reported, with the shops whose page can. */
export const useClaims = (botId: number, page: number) =>
  useQuery({
    queryKey: ['automations', botId, 'claims', page],
    queryFn: ({ signal }) => call(automationCalls.cartClaims, { query: { bot_id: botId, page }, signal }),
    placeholderData: keepPreviousData,
  });

/** One case with all that was decided. @param id null: none is open */
export const useCase = (id: string | null) =>
  useQuery({
    queryKey: ['automations', 'case', id],
    queryFn: ({ signal }) => call(automationCalls.automationCase, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });

/** After a change of one's own. */
export function useAutomationsAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['automations'] });
}
