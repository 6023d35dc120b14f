/**
 * A Watson workspace made nodes, intents and entities of ours. What has no place here is left out or kept switched
 * off, and the report says so; nothing is ever run (`<? … ?>` stays text for the owner to see).
 */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ImportReport } from '../../../contract/entities/assistant.ts';
import { BUILDING_NAME } from '../../../contract/entities/bot-node.ts';
import { BotNode, type Entity, type Intent } from '../engine/bot-model.ts';
import { ConditionFault, readCondition } from '../engine/condition.ts';
import { BUILT_IN_ENTITIES } from '../engine/entities.ts';
import { readPattern } from '../engine/pattern.ts';
import { wordsOf } from '../words/text.ts';
import { asOurCondition, readOutput, type WatsonNode, type Workspace } from './watson-format.ts';

export interface Imported {
  nodes: BotNode[];
  intents: Intent[];
  entities: Entity[];
  counterexamples: string[];
  /** What the welcome and the anything_else node say; empty: the workspace has none. */
  welcome: string[];
  fallback: string[];
  leftOut: ImportReport['left_out'];
}

const SAID_NOTHING = 'no decía nada';
/** Types of nodes that only mean something inside a form with slots. */
const SLOT_TYPES = ['slot', 'event_handler'];
const GREETING = /^(welcome|conversation_start)$/;
const ELSE = /^(anything_else|irrelevant)$/;

/** Children in their order: the list is linked through previous_sibling, whatever the order of the array. */
export function inOrder(nodes: readonly WatsonNode[]): Map<string | null, WatsonNode[]> {
  const byParent = new Map<string | null, WatsonNode[]>();
  for (const node of nodes) {
    const parent = node.parent ?? null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), node]);
  }
  for (const [parent, children] of byParent) {
    const after = new Map(children.map((node) => [node.previous_sibling ?? null, node]));
    const ordered: WatsonNode[] = [];
    let next = after.get(null);
    while (next && !ordered.includes(next)) {
      ordered.push(next);
      next = after.get(next.dialog_node);
    }
    // A broken chain loses nobody.
    byParent.set(parent, [...ordered, ...children.filter((node) => !ordered.includes(node))]);
  }
  return byParent;
}

/** Reads a whole workspace. Linear in its size, but for siblings. */
export function importWatson(source: Workspace): Imported {
  const result: Imported = {
    nodes: [],
    intents: readIntents(source),
    entities: [],
    counterexamples: (source.counterexamples ?? []).map(({ text }) => text.slice(0, BOT_LIMITS.botExample)),
    welcome: [],
    fallback: [],
    leftOut: [],
  };
  readEntities(source, result);
  const children = inOrder(source.dialog_nodes);
  const seen = new Set<string>();
  const walk = (parent: string | null, under: string | null): void => {
    for (const node of children.get(parent) ?? []) {
      if (seen.has(node.dialog_node)) continue;
      seen.add(node.dialog_node);
      if (node.type === 'folder') {
        if (node.conditions)
          leave(result, `Carpeta «${titleOf(node)}»`, `su condición «${node.conditions}» no se aplica`, null);
        walk(node.dialog_node, under);
      } else if (SLOT_TYPES.includes(node.type ?? '')) {
        leave(result, titleOf(node), 'es parte de un formulario con campos', null);
      } else {
        readNode(node, under, result, children);
        walk(node.dialog_node, node.dialog_node);
      }
    }
  };
  walk(null, null);
  linkOptions(result);
  return result;
}

const titleOf = (node: WatsonNode): string =>
  (node.title || node.user_label || node.dialog_node).slice(0, BOT_LIMITS.botButtonLabel);

function leave(result: Imported, what: string, reason: string, node: string | null): void {
  result.leftOut.push({ what, reason, node_id: node });
}

function readIntents({ intents }: Workspace): Intent[] {
  return intents.map(({ intent, examples }) => ({
    name: intent.slice(0, 80),
    examples: examples
      .map(({ text }) => text.trim().slice(0, BOT_LIMITS.botExample))
      .filter((text) => text !== '')
      .slice(0, BOT_LIMITS.botExamples),
  }));
}

function readEntities({ entities }: Workspace, result: Imported): void {
  for (const { entity, values } of entities) {
    if (entity.startsWith('sys-')) {
      if (!BUILT_IN_ENTITIES.includes(entity))
        leave(result, `@${entity}`, 'esa entidad del sistema no existe aquí', null);
      continue;
    }
    const read: Entity = { name: entity.slice(0, 80), values: [] };
    for (const { value, type, synonyms, patterns } of values.slice(0, BOT_LIMITS.botEntityValues)) {
      const usable = (patterns ?? []).filter((text) => readPattern(text) !== null);
      for (const text of patterns ?? [])
        if (!usable.includes(text))
          leave(result, `@${entity}:${value}`, `el patrón «${text}» no se puede usar`, null);
      read.values.push({
        value: value.slice(0, 80),
        type: type === 'patterns' ? 'patterns' : 'synonyms',
        synonyms: (synonyms ?? []).slice(0, 50),
        patterns: usable.slice(0, 10),
      });
    }
    result.entities.push(read);
  }
}

function readNode(
  source: WatsonNode,
  under: string | null,
  result: Imported,
  children: Map<string | null, WatsonNode[]>,
): void {
  const condition = asOurCondition(source.conditions?.trim() ?? '');
  const said = readOutput(source.output);
  if (under === null && GREETING.test(condition)) result.welcome.push(...said.answers);
  if (under === null && ELSE.test(condition)) {
    result.fallback.push(...said.answers);
    return;
  }
  const problems: string[] = [];
  const id = source.dialog_node.slice(0, 100);
  const title = titleOf(source);
  const node: BotNode = {
    id,
    name: BUILDING_NAME.test(title) ? title : id,
    title,
    answers: said.answers.map((text) => text.slice(0, BOT_LIMITS.botAnswer)).slice(0, BOT_LIMITS.botAnswers),
    buttons: said.options.slice(0, BOT_LIMITS.botButtons).map(({ label, says }) => ({
      id: `${id.slice(0, 60)}>${label.slice(0, 50)}`,
      label: label.slice(0, BOT_LIMITS.botButtonLabel) || '…',
      // Found when every node is known.
      node: `says:${says}`.slice(0, 100),
    })),
    status: source.disabled !== true,
  };
  if (said.handoff) node.handoff = true;
  if (under !== null) node.parent = under.slice(0, 100);
  if (!GREETING.test(condition)) readWhen(node, condition, problems);
  for (const type of said.strange) problems.push(`no se tomó la respuesta «${type}»`);
  if (node.answers.length === 0) {
    node.answers = ['Un momento, por favor.'];
    problems.push(SAID_NOTHING);
  }
  if (node.answers.some((text) => text.includes('<?')))
    problems.push('su texto tiene expresiones que no se ejecutan');
  if (source.type === 'frame') problems.push('era un formulario con campos');
  if ((source.actions ?? []).length > 0) problems.push('llamaba a un servicio externo');
  readContext(node, source, problems);
  readNext(node, source, problems, children);
  if (problems.length > 0) {
    node.needsReview = problems.join('; ').slice(0, 500);
    leave(result, `«${title}»`, node.needsReview, id);
  }
  const whole = BotNode.safeParse(node);
  if (whole.success && source.type === 'response_condition') placeVariant(whole.data, under, result);
  else if (whole.success) result.nodes.push(whole.data);
  else leave(result, `«${title}»`, 'no se pudo leer', null);
}

/**
 * One of several answers of a node, chosen by condition: here a node of the same intent that is tried before it; the
 * one that always holds is the node's own answer.
 */
function placeVariant(variant: BotNode, under: string | null, result: Imported): void {
  const at = result.nodes.findIndex((node) => node.id === under);
  const owner = result.nodes[at];
  if (!owner) return;
  if (variant.conditions === undefined || variant.conditions === 'true') {
    owner.answers = variant.answers;
    owner.buttons = variant.buttons;
    if (owner.needsReview === SAID_NOTHING) {
      delete owner.needsReview;
      result.leftOut = result.leftOut.filter(
        (line) => line.node_id !== owner.id || line.reason !== SAID_NOTHING,
      );
    }
    return;
  }
  const { parent: _, ...rest } = variant;
  const conditions = [owner.conditions, variant.conditions].flatMap((text) => (text ? [`(${text})`] : []));
  result.nodes.splice(at, 0, {
    ...rest,
    ...(owner.parent === undefined ? {} : { parent: owner.parent }),
    ...(owner.intent === undefined ? {} : { intent: owner.intent }),
    conditions: conditions.join(' && ').slice(0, BOT_LIMITS.botCondition),
  });
}

/** The condition as an intent and what else must hold; one that can't be read switches the node off. */
function readWhen(node: BotNode, condition: string, problems: string[]): void {
  if (condition === '') return;
  const whole = ELSE.test(condition) ? 'true' : condition;
  const split = /^#([\p{L}\p{N}_.-]+)(?:\s*(?:&&|and|AND)\s*(.+))?$/su.exec(whole);
  const intent = split && !/\|\||\bor\b/i.test(split[2] ?? '') ? split[1] : undefined;
  const rest = intent === undefined ? whole : (split?.[2] ?? '');
  if (intent !== undefined) node.intent = intent;
  if (rest === '') return;
  try {
    readCondition(rest);
    if (rest.length > BOT_LIMITS.botCondition) throw new ConditionFault('Es demasiado larga.');
    node.conditions = rest;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    node.status = false;
    problems.push(`quedó desactivada: no se entiende su condición «${rest.slice(0, 120)}»`);
  }
}

function readContext(node: BotNode, source: WatsonNode, problems: string[]): void {
  const kept: NonNullable<BotNode['context']> = {};
  for (const [name, value] of Object.entries(source.context ?? {})) {
    const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (plain && !(typeof value === 'string' && value.includes('<?')))
      kept[name.slice(0, 60)] =
        typeof value === 'string' ? value.slice(0, 500) : (value as number | boolean | null);
    else problems.push(`no se tomó la variable «${name}»`);
  }
  if (Object.keys(kept).length > 0) node.context = kept;
}

function readNext(
  node: BotNode,
  { dialog_node, next_step }: WatsonNode,
  problems: string[],
  children: Map<string | null, WatsonNode[]>,
): void {
  const behavior = next_step?.behavior ?? 'get_user_input';
  if (behavior === 'jump_to' && next_step?.dialog_node) {
    if (next_step.selector === 'body' || next_step.selector === 'response')
      node.next = next_step.dialog_node.slice(0, 100);
    else problems.push('su salto a otra interacción espera una condición');
  }
  if (behavior === 'skip_user_input') {
    const always = (children.get(dialog_node) ?? []).find(({ conditions }) =>
      /^(true|anything_else)$/.test(conditions ?? ''),
    );
    if (always) node.next = always.dialog_node.slice(0, 100);
    else problems.push('sigue sin esperar al cliente, según condiciones');
  }
}

/** Options lead to the node whose intent has that text among its examples, or whose title it is. */
function linkOptions(result: Imported): void {
  const plain = (text: string) => wordsOf(text).join(' ');
  const ids = new Set(result.nodes.map(({ id }) => id));
  const byText = new Map<string, string>();
  for (const node of result.nodes) {
    byText.set(plain(node.title), node.id);
    const intent = result.intents.find(({ name }) => name === node.intent);
    for (const example of intent?.examples ?? [])
      if (!byText.has(plain(example))) byText.set(plain(example), node.id);
  }
  for (const node of result.nodes) {
    node.buttons = node.buttons.flatMap((button) => {
      const target = byText.get(plain(button.node.slice('says:'.length))) ?? byText.get(plain(button.label));
      if (target !== undefined) return [{ ...button, node: target }];
      leave(
        result,
        `Opción «${button.label}» de «${node.title}»`,
        'no se sabe a qué interacción lleva',
        node.id,
      );
      return [];
    });
    if (node.next !== undefined && !ids.has(node.next)) delete node.next;
    if (node.parent !== undefined && !ids.has(node.parent)) delete node.parent;
    const intents = result.intents.some(({ name }) => name === node.intent);
    if (node.intent !== undefined && !intents) delete node.intent;
  }
}
