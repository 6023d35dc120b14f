/** What saving an interaction sends: its words and its phrases in one call, all of it or nothing. */
import { interactionCalls } from '../../../contract/calls/interactions.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import type { Building } from './center-queries.ts';
import {
  type InteractionDraft,
  nodeToSend,
  optionsToSend,
  readExamples,
  spoken,
} from './interaction-draft.ts';
import { slotToSend } from './slot-draft.ts';
import { ticketToSend } from './ticket-draft.ts';

export type Written = ClientNode & { template: TemplateName };
/** Whether it came with a template. */
export const isWritten = (node: ClientNode | null): node is Written =>
  node !== null && node.template !== null;

/**
 * What one's role may do to an interaction: one's own are of the module FAQs, too; those of a template of Skill Base
 * alone (contract/calls/interactions.ts).
 */
export function useMayInteraction(): (node: ClientNode | null, permission: Permission) => boolean {
  const may = useMay();
  return (node, permission) => may('skill_base', permission) || (!isWritten(node) && may('faqs', permission));
}

/** What was saved and how it was typed; `revision` is the one that the form was filled from. */
export interface SaveInput {
  building: Building;
  before: InteractionDraft;
  after: InteractionDraft;
  revision: number;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Intents of the draft but this one. */
export const otherIntents = ({ intents }: Building, own: string | null) =>
  intents.filter(({ intent_name }) => intent_name !== own);

/**
 * Saves what was typed; answers the revision. Of an interaction that exists only what differs is sent: the rest is not
 * written over.
 * @param node null: a new one
 * @throws ApiError: 409 when somebody changed it since
 */
export async function saveInteraction(
  botId: number,
  node: ClientNode | null,
  { building, before, after, revision }: SaveInput,
): Promise<number> {
  const own = node?.intent_name ?? null;
  const { kept } = readExamples(after.examples, otherIntents(building, own));
  if (!node) {
    const body = { ...nodeToSend(after), bot_id: botId, examples: kept };
    return (await call(interactionCalls.createInteraction, { body })).revision;
  }
  const phrases = before.examples === after.examples ? {} : { examples: kept };
  const saved = await call(interactionCalls.updateInteraction, {
    body: { bot_id: botId, node_id: node.node_id, revision, ...wordsToSend(node, before, after), ...phrases },
  });
  return saved.revision;
}

/** Of a preloaded one what it says, offers, asks for and opens; the rest is its template's. */
function wordsToSend(node: ClientNode, before: InteractionDraft, after: InteractionDraft) {
  if (same({ ...before, examples: '' }, { ...after, examples: '' })) return {};
  return isWritten(node)
    ? {
        answers: spoken(after.answers),
        buttons: optionsToSend(after.buttons),
        ...(same(before.slot, after.slot) ? {} : { slot: slotToSend(after.slot) }),
        ...(same(before.ticket, after.ticket) ? {} : { ticket: ticketToSend(after.ticket) }),
      }
    : nodeToSend(after);
}
