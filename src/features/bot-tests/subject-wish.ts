/** What becomes of a subject: which of them can be taken as they are, and the wish that the server gets. Pure. */
import type * as z from 'zod/mini';
import type { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import { isMasked, type Subject } from '../../../contract/entities/subject.ts';

export type SubjectWish = z.input<NonNullable<typeof botSafetyCalls.acceptSubjects.body>>['subjects'][number];

/** Of the list of places: an interaction of its own. */
export const NEW_PLACE = '';

/** Where it goes: what its owner chose, else what was proposed. */
export const placeOf = (subject: Subject, chosen: ReadonlyMap<string, string>): string =>
  chosen.get(subject.id) ?? subject.home?.intent_name ?? NEW_PLACE;

/** The wish as it stands; null: somebody has to write its answer first. */
export function wishOf(subject: Subject, place: string): SubjectWish | null {
  const { questions, examples, test, title, answer } = subject;
  const base = { keys: questions.map(({ key }) => key), examples, test };
  if (examples.length === 0) return null;
  if (place !== NEW_PLACE) return { ...base, intent_name: place };
  if (!answer || isMasked(answer.text)) return null;
  return { ...base, create: { title, answers: [answer.text] } };
}

export type SubjectKey = 'accept' | 'edit' | 'place' | 'discard' | 'next' | 'previous' | 'back';

const KEYS: Record<string, SubjectKey> = {
  a: 'accept',
  e: 'edit',
  o: 'place',
  d: 'discard',
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

/** What a key asks for within the list; null: it is the browser's, or meant for a field. */
export function keyMeans(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  inField: boolean;
  /** In the list of places: letters choose there. */
  inPlaces?: boolean;
}): SubjectKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.inField) return null;
  if (event.inPlaces) return event.key === 'Enter' ? 'accept' : event.key === 'Escape' ? 'back' : null;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}
