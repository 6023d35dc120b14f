/**
 * Who may make a call, as routes ask it. The rooms that know sessions, links and maintenance answer: the server hands
 * them in when it is composed (server/compose.ts).
 */
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../../contract/calls/call.ts';
import type { UserBot, Viewer } from '../../../contract/entities/user.ts';
import { Refused } from './refused.ts';
import type { Session } from './session.ts';

/** Somebody's place at the bot that a call is about. */
export interface Place {
  link: UserBot | null;
  viewer: Viewer | null;
}

/** The parsed input of a call, where rules find the ids they speak of. */
export interface CallInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A call that is worked on, as far as the caller's rights are concerned. */
export interface Watched {
  /** Whether they changed since it began, or since this was asked last. */
  changed(): boolean;
  end(): void;
}

export interface Gate {
  /** The session, null for public calls. Throws unauthorized. */
  session(rule: Access, request: Pick<FastifyRequest, 'headers'>): Promise<Session | null>;
  /** Throws unavailable while the installation works for internal accounts alone. */
  admit(rule: Access, session: Session | null): Promise<void>;
  /**
   * Checks the rule for this session and input. Throws not_found or forbidden.
   * @param seen also a call that changes something needs sight of what it is about
   */
  place(rule: Access, session: Session | null, input: CallInput, seen?: 'seen'): Promise<Place>;
  /** Listens from now on whether this person's rights change. */
  watch(userId: number): Watched;
}

const nobody = async (): Promise<never> => {
  throw new Refused('unavailable');
};
/** Until somebody is there who decides, nobody enters. */
export const CLOSED_GATE: Gate = {
  session: nobody,
  admit: nobody,
  place: nobody,
  watch: () => ({ changed: () => false, end: () => undefined }),
};
