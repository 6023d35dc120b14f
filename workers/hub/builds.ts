/**
 * Two builds may be open side by side after a deploy, each with its own hub. They hear of each other here; the older
 * one stops writing and its tabs offer to reload.
 */
import type { HubChannel } from './platform/platform.ts';
import type { Draft } from './work-store/work-database.ts';

interface Announcement {
  type: 'build';
  build: string;
  /** When the hub started, ms since 1970: decides between builds whose names don't tell. */
  startedAt: number;
  answer: boolean;
}
/** The person's work was stored by a hub that may not send it; `draft`: this is what became of a draft. */
interface WorkStored {
  type: 'work';
  uid: string;
  draft?: Draft;
}
/** The person signed out by hand: in the tabs of every build. */
interface SignedOut {
  type: 'signed-out';
  uid: string;
}

/**
 * Whether `a` is newer than `b`: builds named by a time (`20261121034500-…`) are compared by it; where the names don't
 * tell (a hash), the hub that started later is, because a page that is opened now gets the build that is served now.
 */
export function isNewer(
  a: { build: string; startedAt: number },
  b: { build: string; startedAt: number },
): boolean {
  if (a.build === b.build) return false;
  const [timeA, timeB] = [timeOf(a.build), timeOf(b.build)];
  if (timeA !== null && timeB !== null && timeA !== timeB) return timeA > timeB;
  return a.startedAt > b.startedAt;
}
function timeOf(build: string): number | null {
  const digits = /^(\d{12,14})-/.exec(build)?.[1];
  return digits === undefined ? null : Number(digits.padEnd(14, '0'));
}

/** The hubs of other builds in this browser, as far as they were heard. */
export class Builds {
  readonly #channel: HubChannel;
  readonly #me: { build: string; startedAt: number };
  /** Other builds that were heard. */
  readonly others = new Set<string>();

  constructor(
    channel: HubChannel,
    me: { build: string; startedAt: number },
    heard: {
      superseded: () => void;
      workStored: (uid: string) => void;
      draft: (uid: string, draft: Draft) => void;
      signedOut: (uid: string) => void;
    },
  ) {
    this.#channel = channel;
    this.#me = me;
    channel.listen((message) => {
      const said = message as Announcement | WorkStored | SignedOut;
      if (said.type === 'signed-out') heard.signedOut(said.uid);
      if (said.type === 'work') {
        if (said.draft) heard.draft(said.uid, said.draft);
        else heard.workStored(said.uid);
      }
      if (said.type !== 'build' || said.build === me.build) return;
      this.others.add(said.build);
      if (isNewer(said, me)) heard.superseded();
      else if (!said.answer) this.#announce(true);
    });
    this.#announce(false);
  }

  /** Tells the hub that writes that there is something to send. */
  workStored(uid: string): void {
    this.#channel.post({ type: 'work', uid } satisfies WorkStored);
  }

  /** Tells the other builds what became of a draft; nothing while there are none. */
  drafted(uid: string, draft: Draft): void {
    if (this.others.size > 0) this.#channel.post({ type: 'work', uid, draft } satisfies WorkStored);
  }

  /** Tells the hubs of other builds that this person signed out. */
  signedOut(uid: string): void {
    this.#channel.post({ type: 'signed-out', uid } satisfies SignedOut);
  }

  #announce(answer: boolean): void {
    this.#channel.post({ type: 'build', ...this.#me, answer } satisfies Announcement);
  }
}
