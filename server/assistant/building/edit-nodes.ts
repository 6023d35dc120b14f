/** Changes of nodes within a model, in place. Faults are `Refused` rule at the field that a person typed. */
import type { NodeButtonDraft, NodeDraft, NodeTicket } from '../../../contract/entities/bot-node.ts';
import { TICKET_PRIORITY_LABELS } from '../../../contract/rules/tickets.ts';
import { cleanLine } from '../../platform/clean-text.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import { sectionName } from '../catalogue/topics/topic.ts';
import type { BotModel, BotNode, Button } from '../engine/bot-model.ts';
import { ConditionFault, readCondition } from '../engine/condition.ts';
import { findNode } from './to-wire.ts';

/** By node_id or node_name. Throws not_found. */
export function requireNode(model: BotModel, name: string): BotNode {
  const node = findNode(model, name);
  if (!node) throw new Refused('not_found', { message: 'Esa interacción ya no existe en el borrador.' });
  return node;
}

/** A name that no node has yet, made from a title: 'Cambio de talla' → 'cambio_de_talla', 'cambio_de_talla_2' … */
export function freeName(model: BotModel, title: string): string {
  const base = sectionName(title).slice(0, 60) || 'interaccion';
  const taken = new Set(model.nodes.flatMap((node) => [node.id, node.name]));
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!taken.has(name)) return name;
  }
}

/** Options as they are sent, made options of the model. One that names no node gets a node of its own. */
export function makeButtons(model: BotModel, owner: string, drafts: readonly NodeButtonDraft[]): Button[] {
  const ids = new Set<string>();
  return drafts.map((draft, place) => {
    const target = draft.node_id === undefined ? addMenuNode(model, draft) : findNode(model, draft.node_id);
    if (!target)
      throw fieldFault(
        `buttons.${place}.node_id`,
        `La opción «${draft.label}» no lleva a ninguna interacción.`,
      );
    const wanted = draft.id ?? `${owner}>${target.id}`;
    let id = wanted;
    for (let count = 2; ids.has(id); count++) id = `${wanted.slice(0, 110)}#${count}`;
    ids.add(id);
    return { id, label: draft.label, node: target.id };
  });
}

/** A node that only says what its option promises, until it is given suboptions. */
function addMenuNode(model: BotModel, { label, answers }: NodeButtonDraft): BotNode {
  const name = freeName(model, label);
  const node: BotNode = {
    id: name,
    name,
    title: label,
    answers: answers ?? ['¿Qué necesitas?'],
    buttons: [],
    status: true,
    menuOnly: true,
  };
  model.nodes.push(node);
  return node;
}

/** Puts the fields of a draft into a node of the model; what is absent stays. */
export function applyNodeDraft(model: BotModel, node: BotNode, draft: NodeDraft): void {
  if (draft.node_name !== undefined && draft.node_name !== node.name) {
    const other = findNode(model, draft.node_name);
    if (other && other !== node)
      throw fieldFault('node_name', `Ya hay una interacción que se llama «${draft.node_name}».`);
    node.name = draft.node_name;
  }
  if (draft.title !== undefined) node.title = draft.title;
  if (draft.answers !== undefined) node.answers = draft.answers;
  if (draft.status !== undefined) node.status = draft.status;
  if (draft.handoff !== undefined) node.handoff = draft.handoff;
  if (draft.area !== undefined) node.area = draft.area;
  if (draft.context !== undefined) node.context = draft.context;
  if (draft.slot !== undefined) {
    if (draft.slot === null) delete node.slot;
    else node.slot = draft.slot;
  }
  if (draft.ticket !== undefined) {
    if (draft.ticket === null) delete node.ticket;
    else node.ticket = ticketOf(draft.ticket);
  }
  if (draft.buttons !== undefined) node.buttons = makeButtons(model, node.id, draft.buttons);
  if (draft.section_name !== undefined) setOrClear(node, 'section', draft.section_name);
  if (draft.intent_name !== undefined) {
    if (draft.intent_name !== null && !model.intents.some(({ name }) => name === draft.intent_name))
      throw fieldFault('intent_name', `El borrador no tiene la intención «${draft.intent_name}».`);
    setOrClear(node, 'intent', draft.intent_name);
  }
  if (draft.conditions !== undefined) setOrClear(node, 'conditions', readable(draft.conditions));
  if (draft.parent !== undefined) setOrClear(node, 'parent', otherNode(model, node, draft.parent, 'parent'));
  if (draft.next !== undefined) setOrClear(node, 'next', otherNode(model, node, draft.next, 'next'));
  delete node.needsReview;
}

function setOrClear<K extends 'section' | 'intent' | 'conditions' | 'parent' | 'next'>(
  node: BotNode,
  key: K,
  value: string | null,
): void {
  if (value === null) delete node[key];
  else node[key] = value;
}

/** Throws rule at its subject for a blank one. */
function ticketOf(ticket: NodeTicket): NodeTicket {
  const subject = cleanLine(ticket.subject);
  if (subject === null) throw fieldFault('ticket.subject', 'Escribe el asunto del ticket.');
  return { ...ticket, subject };
}

/** Throws rule at `conditions` for what can't be read; blank is none. */
function readable(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  try {
    readCondition(text);
  } catch (error) {
    if (error instanceof ConditionFault) throw fieldFault('conditions', error.message);
    throw error;
  }
  return text.trim();
}

function otherNode(model: BotModel, node: BotNode, name: string | null, field: string): string | null {
  if (name === null) return null;
  const other = findNode(model, name);
  if (!other) throw fieldFault(field, 'Esa interacción ya no existe en el borrador.');
  if (other === node) throw fieldFault(field, 'Una interacción no puede seguirse a sí misma.');
  return other.id;
}

/** Takes nodes out with everything that led to them: options, chains, parents. The way to a person stays. */
export function removeNodes(model: BotModel, gone: ReadonlySet<string>): void {
  const kept = (button: Button) => !gone.has(button.node);
  model.nodes = model.nodes.filter((node) => !gone.has(node.id));
  for (const node of model.nodes) {
    node.buttons = node.buttons.filter(kept);
    if (node.next !== undefined && gone.has(node.next)) delete node.next;
    // A child without its parent would answer at any time.
    if (node.parent !== undefined && gone.has(node.parent)) {
      delete node.parent;
      node.status = false;
    }
  }
  model.welcome.buttons = model.welcome.buttons.filter(kept);
  model.fallback.buttons = model.fallback.buttons.filter(kept);
}

/** A node's ticket in words. */
export const ticketWords = ({ subject, priority, area }: NodeTicket): string =>
  `«${subject}», prioridad ${TICKET_PRIORITY_LABELS[priority].toLowerCase()}${area === null ? '' : `, ${area}`}`;

/** What the audit keeps of a node. */
export function auditOfNode(node: BotNode): Record<string, unknown> {
  const { title, intent, status, answers, buttons, handoff, area, conditions, parent, next, slot, ticket } =
    node;
  return {
    title,
    intent_name: intent,
    status,
    answers,
    buttons: buttons.map(({ label, node: target }) => `${label} → ${target}`),
    handoff,
    area,
    conditions,
    parent,
    next,
    ...(slot ? { slot: `{{${slot.name}}}: ${slot.question}` } : {}),
    ...(ticket ? { ticket: ticketWords(ticket) } : {}),
  };
}
