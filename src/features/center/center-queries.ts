/** What the screens of the center read: the draft as one snapshot, and the catalogue of templates. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import { templateCatalogueCalls } from '../../../contract/calls/template-catalogue.ts';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';
import { buildingKey, useDraftState } from '../publishing/draft-queries.ts';

/** A bot's draft at one revision; what is edited sends it along. */
export interface Building {
  revision: number;
  state: DraftState;
  nodes: ClientNode[];
  intents: ClientIntent[];
}

/**
 * The revision is read first: what comes after it is at least as new, so that an edit that somebody made in between is
 * a conflict at worst and never overwritten.
 */
async function loadBuilding(botId: number, signal: AbortSignal): Promise<Building> {
  const params = { botId };
  const state = await call(botDraftCalls.draftState, { params, signal });
  const [nodes, intents] = await Promise.all([
    call(botNodeCalls.clientNodes, { params, signal }),
    call(botIntentCalls.clientIntents, { params, signal }),
  ]);
  return { revision: state.revision, state, nodes, intents };
}

/** The draft; it is read again when it turns out that somebody edits it elsewhere. */
export function useBuilding(botId: number) {
  const latest = useDraftState(botId).data?.revision;
  const building = useQuery({
    queryKey: buildingKey(botId, 'snapshot'),
    queryFn: ({ signal }) => loadBuilding(botId, signal),
  });
  const { refetch, isFetching } = building;
  const behind = latest !== undefined && building.data !== undefined && latest > building.data.revision;
  useEffect(() => {
    if (behind && !isFetching) void refetch();
  }, [behind, isFetching, refetch]);
  return building;
}

/** A template as it was written: the same for every bot, and as long as the installation runs. */
const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY };

/** The templates that a bot can start from; they come with the build, so they are asked once. */
export function useTemplates() {
  return useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => call(templateCatalogueCalls.templates, { signal }),
    ...FOR_GOOD,
  });
}

/** Sections of a template with the intents that each holds. @param template null: nothing is asked */
export function useCatalogue(template: TemplateName | null) {
  return useQuery({
    queryKey: ['templates', template, 'catalogue'],
    queryFn: async ({ signal }) => {
      if (template === null) return { sections: [], intents: [] };
      const [sections, intents] = await Promise.all([
        call(templateCatalogueCalls.templateSections, { params: { templateName: template }, signal }),
        call(templateCatalogueCalls.templateIntents, { query: { template }, signal }),
      ]);
      return { sections, intents };
    },
    ...FOR_GOOD,
  });
}

/** A node as its template wrote it. */
export function useTemplateNode(template: TemplateName, nodeId: string) {
  return useQuery({
    queryKey: ['templates', template, 'node', nodeId],
    queryFn: ({ signal }) =>
      call(templateCatalogueCalls.templateNodeById, { params: { id: `${template}.${nodeId}` }, signal }),
    ...FOR_GOOD,
  });
}
