/** What program and pages know of each other. */

import type { Credentials } from '../../contract/entities/user.ts';
import type { ConversationState } from '../../contract/states.ts';
import type { HubSession } from '../../workers/hub/surface/session.ts';

/** A numbered text as the visitors write it: `Mensaje #17#: …`. */
export const NUMBERED = /#(\d+)#/g;
export const numbered = (number: number): string => `Mensaje #${number}#: ¿sigue disponible?`;

/** A number, and when a row showed it (ms since 1970). */
export type Painted = [number: number, at: number];

export interface PaintWindow {
  painted: Painted[];
  /** When a row showed the number, as soon as it does. */
  paintedOf(number: number): Promise<number>;
}

/** What a plain page begins with. */
export interface PlainStart {
  /** The five headers of a session, and the user as the app keeps it. */
  credentials: Credentials;
  user: HubSession['user'];
  botId: number;
  state: ConversationState;
  items: number;
  /** Where the product's hub is built to. */
  worker: string;
}
/** Either plain page. */
export interface PlainWindow {
  startPlain(start: PlainStart): void;
  /** Questions for the list: under way, answered and failed. */
  asked: { underWay: number; answered: number; failed: number };
}
