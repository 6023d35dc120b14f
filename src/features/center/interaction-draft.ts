/** An interaction as it stands in the form: what it understands, what it says, where it leads. Pure. */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import type { ClientNode, NodeButtonDraft, NodeDraft } from '../../../contract/entities/bot-node.ts';
import type { Area } from '../../../contract/states.ts';
import { plainText } from '../../ui/plain-text.ts';
import { NO_SLOT, type SlotDraft, slotDraftOf, slotFaults, slotToSend } from './slot-draft.ts';
import { NO_TICKET, type TicketDraft, ticketDraftOf, ticketFaults, ticketToSend } from './ticket-draft.ts';

export interface OptionDraft {
  /** Of the row in the form. */
  key: string;
  /** Of an option that exists already. */
  id?: string;
  label: string;
  /** Where it leads; '': nothing was chosen. */
  node_id: string;
}

export interface InteractionDraft {
  title: string;
  /** One a line, as people type them. */
  examples: string;
  answers: string[];
  buttons: OptionDraft[];
  handoff: boolean;
  area: Area | null;
  conditions: string;
  parent: string | null;
  next: string | null;
  /** What it asks for before it answers. */
  slot: SlotDraft;
  /** The ticket that it opens. */
  ticket: TicketDraft;
}

export const EMPTY_INTERACTION: InteractionDraft = {
  title: '',
  examples: '',
  answers: [''],
  buttons: [],
  handoff: false,
  area: null,
  conditions: '',
  parent: null,
  next: null,
  slot: NO_SLOT,
  ticket: NO_TICKET,
};

/** An interaction as the form types it. @param intent its phrases; undefined: it has none */
export function draftOf(node: ClientNode, intent: ClientIntent | undefined): InteractionDraft {
  return {
    title: node.title,
    examples: intent?.examples.join('\n') ?? '',
    answers: node.answers.length > 0 ? node.answers : [''],
    buttons: node.buttons.map(({ id, label, node_id }) => ({ key: id, id, label, node_id })),
    handoff: node.handoff,
    area: node.area,
    conditions: node.conditions ?? '',
    parent: node.parent,
    next: node.next,
    slot: slotDraftOf(node.slot),
    ticket: ticketDraftOf(node.ticket),
  };
}

/** Options as the calls take them: a new one has no id yet. */
export const optionsToSend = (options: readonly OptionDraft[]): NodeButtonDraft[] =>
  options.map(({ id, label, node_id }) => ({ ...(id ? { id } : {}), label: label.trim(), node_id }));

/** The fields of the node as the calls take them. */
export function nodeToSend(draft: InteractionDraft): NodeDraft & { title: string; answers: string[] } {
  return {
    title: draft.title.trim(),
    answers: spoken(draft.answers),
    buttons: optionsToSend(draft.buttons),
    handoff: draft.handoff,
    area: draft.handoff ? draft.area : null,
    conditions: draft.conditions.trim() || null,
    parent: draft.parent,
    next: draft.next,
    slot: slotToSend(draft.slot),
    ticket: ticketToSend(draft.ticket),
  };
}

/** The texts that say something: trimmed, without empty ones. */
export const spoken = (answers: readonly string[]): string[] =>
  answers.map((text) => text.trim()).filter((text) => text !== '');

/** How the bot compares phrases: accents, capitals and signs say nothing. */
const bare = (text: string): string =>
  plainText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export interface ExamplesReport {
  /** What will be kept, in order. */
  kept: string[];
  /** Typed more than once. */
  doubled: string[];
  /** Another intent has it: the bot could not tell them apart. */
  taken: { text: string; by: string }[];
  tooLong: string[];
}

/** @param others every intent of the draft but this one */
export function readExamples(typed: string, others: readonly ClientIntent[]): ExamplesReport {
  const owners = new Map(
    others.flatMap(({ title, examples }) => examples.map((text) => [bare(text), title] as const)),
  );
  const report: ExamplesReport = { kept: [], doubled: [], taken: [], tooLong: [] };
  const seen = new Set<string>();
  for (const line of typed.split('\n')) {
    const text = line.trim();
    const key = bare(text);
    if (key === '') continue;
    const by = owners.get(key);
    if (seen.has(key)) report.doubled.push(text);
    else {
      seen.add(key);
      report.kept.push(text);
      if (by !== undefined) report.taken.push({ text, by });
      if (text.length > BOT_LIMITS.botExample) report.tooLong.push(text);
    }
  }
  return report;
}

/** With fewer the bot has next to nothing to go by; publishing warns of it, too. */
export const FEW_EXAMPLES = 3;

export type InteractionFaults = Partial<
  Record<'title' | 'examples' | 'answers' | 'buttons' | 'slotName' | 'slotQuestion' | 'ticketSubject', string>
>;

/**
 * What must be mended before it can be saved.
 * @param needsExamples whether nothing else leads customers here
 */
export function interactionFaults(
  draft: InteractionDraft,
  examples: ExamplesReport,
  needsExamples: boolean,
): InteractionFaults {
  const faults: InteractionFaults = { ...slotFaults(draft.slot), ...ticketFaults(draft.ticket) };
  if (draft.title.trim() === '') faults.title = 'Escribe el título.';
  const [taken] = examples.taken;
  if (needsExamples && examples.kept.length === 0) faults.examples = 'Escribe al menos una frase de ejemplo.';
  else if (examples.kept.length > BOT_LIMITS.botExamples)
    faults.examples = `Puedes escribir hasta ${BOT_LIMITS.botExamples} frases.`;
  else if (taken) faults.examples = `«${taken.text}» ya es un ejemplo de «${taken.by}».`;
  else if (examples.tooLong.length > 0)
    faults.examples = `Cada frase puede tener hasta ${BOT_LIMITS.botExample} caracteres.`;
  if (spoken(draft.answers).length === 0) faults.answers = 'Escribe al menos una respuesta.';
  else if (draft.answers.some((text) => text.length > BOT_LIMITS.botAnswer))
    faults.answers = `Cada respuesta puede tener hasta ${BOT_LIMITS.botAnswer.toLocaleString('es-CL')} caracteres.`;
  if (draft.buttons.some(({ label }) => label.trim() === ''))
    faults.buttons = 'Cada opción necesita un texto.';
  else if (draft.buttons.some(({ node_id }) => node_id === ''))
    faults.buttons = 'Cada opción tiene que llevar a una interacción.';
  return faults;
}

/** Of the faults that an attempt to save told, those that are not mended yet; new ones wait for the next attempt. */
export const stillFaulty = (told: InteractionFaults, found: InteractionFaults): InteractionFaults =>
  Object.fromEntries(
    Object.entries(told).filter(([field, fault]) => found[field as keyof InteractionFaults] === fault),
  );
