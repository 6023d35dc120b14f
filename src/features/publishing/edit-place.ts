/** Where a thing of the draft is edited: the screen of the center, with the thing in the address. */
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';

export interface EditPlace {
  to: string;
  search: Record<string, string>;
}

/** A node's: preloaded interactions by their template, others among the custom ones. */
export function nodePlace(
  botId: number,
  node: Pick<ClientNode, 'node_id' | 'template'> & { section_name?: string | null },
): EditPlace {
  return node.template === null
    ? { to: '/dashboard/chatbot/preguntas', search: { node: node.node_id } }
    : { to: `/chatbot-center/skill-base/${botId}`, search: { node: node.node_id } };
}

export const MENU_PLACE: EditPlace = { to: '/menu-inicial', search: {} };
export const SETTINGS_PLACE: EditPlace = { to: '/chatbot-center/prompt-manager', search: {} };

/**
 * Where what a fault or a difference names is edited.
 * @param nodes of the draft; undefined: not known yet
 * @returns null: nowhere any more (it was removed)
 */
export function placeOf(
  botId: number,
  nodes: readonly ClientNode[] | undefined,
  { node, intent, kind }: { node?: string | null; intent?: string | null; kind?: Difference['kind'] },
): EditPlace | null {
  if (kind === 'welcome') return MENU_PLACE;
  if (kind === 'settings' || kind === 'entity' || kind === 'synonym') return SETTINGS_PLACE;
  const found = nodes?.find((one) => (node ? one.node_id === node : one.intent_name === intent));
  return found ? nodePlace(botId, found) : null;
}
