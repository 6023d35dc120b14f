/**
 * By what a bot answered and of which subject, as it is kept beside the bot's messages and counted by the figures:
 * 'n:' an interaction of the bot, 's:' a section of interactions, 'v:' a way that is no interaction.
 */

/** What a bot answers by where none of its interactions does, as people read it. */
export const ANSWER_WAYS = {
  'v:document': 'Documentos',
  'v:products': 'Productos',
  'v:orders': 'Pedidos de la tienda',
  'v:llm': 'Modelo de lenguaje',
  'v:person': 'Hablar con una persona',
  'v:none': 'Ninguna interacción',
} as const;
type AnswerWay = keyof typeof ANSWER_WAYS;

export interface AnsweredBy {
  node: string;
  subject: string;
}

export const byNode = (id: string): string => `n:${id}`;
/** @param section null: the owner's own, which stand in none */
export const ofSection = (section: string | null): string => `s:${section ?? ''}`;
/** An answer by none of the interactions. */
export const byWay = (way: AnswerWay): AnsweredBy => ({ node: way, subject: way });

/** It says nothing of a subject: whatever was spoken of before stays what it is about. */
export const isFaint = (by: string): boolean => by === 'v:none' || by === 'v:person';

export const isWay = (by: string): by is AnswerWay => Object.hasOwn(ANSWER_WAYS, by);
