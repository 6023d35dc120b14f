/**
 * Takes everything personal out of a log, by what may stay and not by what must go: numbers, instants, the wire's own
 * words and the server's ids stay where the wire has them; any other text gets a stand-in. The same value gets the same
 * stand-in everywhere, so that what was equal stays equal and the log folds as before.
 */
import * as z from 'zod/mini';
import { ANSWER_KINDS, ANSWER_LEVELS, ANSWER_SOURCES } from '../../contract/entities/answer-deadlines.ts';
import { instant } from '../../contract/primitives.ts';
import { EVENT_NAMES } from '../../contract/realtime/events.ts';
import {
  AGENT_STATUSES,
  AREAS,
  CHANNELS,
  CONVERSATION_PRIORITIES,
  CONVERSATION_STATES,
  MESSAGE_STATUSES,
  ROLES,
} from '../../contract/states.ts';

/** The server's ids (UUID). Others may hold a phone, as those of WhatsApp's messages do. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MEDIA = ['image', 'audio', 'video', 'text', 'application'];
const IDS = ['id', '_id', 'conversation_id', 'lead_id', 'seq_id', 'mid', 'join_id', 'through', 'joined_into'];
const INSTANTS = [
  'at',
  'created_at',
  'last_message_date',
  'last_customer_message_at',
  'waiting_since',
  'answer_warn_at',
  'answer_due_at',
  'snoozed_until',
  'window_expires_at',
  'changed_at',
  'edited_at',
  'since',
];
/** Closed vocabularies, by the names of the fields that hold them. */
const WORDS: Record<string, readonly string[]> = {
  name: [...EVENT_NAMES, 'REDACTED'],
  kind: ['agent', 'visitor', 'bot', 'system'],
  /** Of conversations, and of files that a channel announced. */
  state: [...CONVERSATION_STATES, 'downloading', 'ready', 'failed'],
  last_state: CONVERSATION_STATES,
  channel: CHANNELS,
  category: AREAS,
  last_category: AREAS,
  areas: AREAS,
  priority: CONVERSATION_PRIORITIES,
  answer_kind: ANSWER_KINDS,
  answer_level: ANSWER_LEVELS,
  answer_by: ANSWER_SOURCES,
  last_answer_level: ANSWER_LEVELS,
  message_status: MESSAGE_STATUSES,
  status: AGENT_STATUSES,
  from: ['Cliente', 'agent', 'bot', 'system'],
  last_message_from: ['Cliente', 'agent', 'bot', 'system'],
  base: ROLES,
  role: ROLES,
};
/** What people wrote: kept when texts are wanted, without what names somebody. */
const TEXTS = ['text', 'last_message', 'last_question', 'reason', 'comment', 'label'];
/** Where somebody is says who they are. */
const PLACES = ['latitude', 'longitude'];
const NAMES = ['name', 'lead_name', 'agent_name'];

const EMAIL = /(?<![^\s@<>"',;:])[^\s@<>"',;:]+@[^\s@<>"',;:]+/gu;
/** A RUT, with or without dots and dash. */
const RUT = /\d{1,2}\.?\d{3}\.?\d{3}\s?[-‐–—]?\s?[\dkK](?![\p{L}\p{N}])/gu;
/** Seven digits or more, however they are parted. */
const PHONE = /\+?\d(?:[\s().\-/‐–—]{0,3}\d){6,}/gu;
/** Keys, tokens and addresses of files are long runs without a space. */
const CODE = /[\p{L}\p{N}_\-+/=.%&?:~#]{20,}/gu;

export interface RedactOptions {
  /** Texts stay, without what names somebody. */
  texts: boolean;
}

export class Redactor {
  readonly #texts: boolean;
  readonly #stands = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Names that the log knows, to be found in texts. */
  #named: RegExp | null = null;

  constructor({ texts }: RedactOptions) {
    this.#texts = texts;
  }

  /** Notes the names in a value, so that texts are searched for them. Before the first `redact`. */
  learn(value: unknown): void {
    const words = new Set<string>();
    collectNames(value, '', words);
    if (words.size === 0) return;
    const found = [...words].sort((a, b) => b.length - a.length).map(escaped);
    this.#named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${found.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  }

  /** The value without anything personal; of the same shape. Addresses of files are left out: they are keys. */
  redact<T>(value: T): T {
    return this.#walk(value, '') as T;
  }

  /** A text of our own or a person's, without what names somebody. */
  scrub(text: string): string {
    const scrubbed = text
      .replace(EMAIL, '[correo]')
      .replace(RUT, '[rut]')
      .replace(PHONE, '[teléfono]')
      .replace(CODE, '[código]');
    return this.#named ? scrubbed.replace(this.#named, '[nombre]') : scrubbed;
  }

  #walk(value: unknown, key: string): unknown {
    if (typeof value === 'string') return this.#text(value, key);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, key));
    if (PLACES.includes(key)) return 0;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== 'url')
        .map(([name, inner]) => [name, this.#walk(inner, name)]),
    );
  }

  #text(text: string, key: string): string {
    if (text === '') return text;
    if (WORDS[key]?.includes(text)) return text;
    if (INSTANTS.includes(key) && z.safeParse(instant, text).success) return text;
    if (IDS.includes(key)) return UUID.test(text) ? text : this.#stand('id', text);
    if (key === 'type') {
      const media = text.split('/')[0] ?? '';
      return MEDIA.includes(media) ? `${media}/*` : this.#stand('tipo', text);
    }
    if (TEXTS.includes(key)) {
      return this.#texts ? this.scrub(text) : this.#stand('texto', text, ` (${text.length})`);
    }
    return this.#stand(NAMES.includes(key) ? 'persona' : 'dato', text);
  }

  #stand(kind: string, text: string, note = ''): string {
    const key = `${kind}:${text}`;
    const known = this.#stands.get(key);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const stand = `${kind}-${count}${note}`;
    this.#stands.set(key, stand);
    return stand;
  }
}

/** Words of two letters are more often 'de' and 'la' than somebody. */
const SHORTEST_NAME = 3;

function collectNames(value: unknown, key: string, into: Set<string>): void {
  if (typeof value === 'string') {
    if (!NAMES.includes(key) || WORDS[key]?.includes(value)) return;
    for (const word of value.split(/[^\p{L}\p{N}]+/u)) if (word.length >= SHORTEST_NAME) into.add(word);
  } else if (Array.isArray(value)) {
    for (const item of value) collectNames(item, key, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collectNames(inner, name, into);
  }
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
