/** What each shop's wire brings: how it refuses, how it says that something went wrong, what it answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Store } from './store.ts';

export interface Question {
  request: IncomingMessage;
  response: ServerResponse;
  /** With the path after the shop's own root. */
  url: URL;
  /** Where the shop is, as its own answers say it. */
  base: string;
  store: Store;
}

export interface Wire {
  /** Whether what was sent along opens the shop. */
  accepts(question: Question): boolean;
  /** The body of a refusal or failure, in the shop's own shape. */
  errorOf(status: number, code: 'unauthorized' | 'forbidden' | 'broken' | 'too_many', store: Store): unknown;
  /** How it says that it was asked too much. Default: 429 with Retry-After. */
  tooMany?(question: Question): void;
  /** Answers. @returns false: it has no such place */
  serve(question: Question): Promise<boolean> | boolean;
}

/** A part of a list by number and size, from one. */
export const pageOf = <T>(items: readonly T[], page: number, size: number): T[] =>
  items.slice((page - 1) * size, page * size);

/** A number of a query; what is none is the default. */
export function numberIn(url: URL, name: string, otherwise: number): number {
  const value = Number(url.searchParams.get(name) ?? '');
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}

export const iso = (at: number): string => new Date(at).toISOString();
/** '2026-11-20 12:00:00' in UTC. */
export const plain = (at: number): string => iso(at).slice(0, 19).replace('T', ' ');
