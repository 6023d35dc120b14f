/** Who makes a call, and what they are at the bot in question. */
import type { Access } from '../../../contract/calls/call.ts';
import type { User, UserBot, Viewer } from '../../../contract/entities/user.ts';

/** The signed-in person. `client` is the browser whose token this is. */
export interface Session {
  user: User;
  client: string;
  /** ISO instant. */
  expiresAt: string;
}

/** …and their place at the bot that the call's access rule named; null where the rule names none. */
export interface CallSession extends Session {
  link: UserBot | null;
  viewer: Viewer | null;
}

/** A call about a bot or something of a bot: the place is known and has been checked. */
export interface BotSession extends Session {
  link: UserBot;
  viewer: Viewer;
}

/** Who acts in a conversation: the person of a call, or the author of what they had planned. */
export interface Acting {
  user: Pick<User, 'id' | 'name' | 'email' | 'image'>;
  link: UserBot;
  viewer: Viewer;
}

/** What a handler gets, from the kind of its call's rule. */
export type SessionFor<A extends Access> = A extends { kind: 'public' }
  ? null
  : A extends { kind: 'bot' | 'entity' | 'linked' }
    ? BotSession
    : CallSession;
