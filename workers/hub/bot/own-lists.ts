/**
 * The list of the person's own conversations, kept whole behind the counters that tabs show: how many of them are
 * unread is counted in the hub, where every tab's title and icon come from, hidden ones too.
 */
import type { ListQuery, ListWindow } from '../../../machines/inbox/inbox-state.ts';
import { listKey, listView } from '../../../machines/inbox/lists.ts';
import type { PagedTopic } from '../pages/page-loader.ts';
import type { Topic } from '../surface/topics.ts';
import type { BotParts } from './bot-parts.ts';

/** Nobody works on more conversations at once; beyond, an unread one below counts once it is shown. */
const MOST = 400;

type ListTopic = Extract<PagedTopic, { kind: 'list' }>;

/** Keeps the person's own conversations whole, which the counters of unread ones are made of. */
export class OwnLists {
  readonly #query: ListQuery;
  readonly #loading = new Set<BotParts>();

  constructor(userId: number) {
    this.#query = { state: 'taken', channel: null, agent_id: userId, category: null };
  }

  /** The lists behind the counters among these topics. */
  behind(topics: readonly Topic[]): ListTopic[] {
    return topics.flatMap((topic) => (topic.kind === 'counters' ? [this.#topic(topic.botId)] : []));
  }

  /** Loads what is missing of it, page by page. */
  async keepWhole(parts: BotParts): Promise<void> {
    if (this.#loading.has(parts)) return;
    this.#loading.add(parts);
    try {
      const { room, pages } = parts;
      const topic = this.#topic(room.botId);
      await pages.ensure(topic);
      // Under a longer list of all that is taken there may be no window of one's own yet.
      if (this.#missing(parts) && !this.#window(parts)) await pages.reload(topic);
      while (this.#missing(parts)) {
        const floor = this.#window(parts)?.floor;
        await pages.more(topic);
        // A page that failed, or a base that was replaced: the room's next arrival asks again.
        if (this.#window(parts)?.floor === floor) return;
      }
    } finally {
      this.#loading.delete(parts);
    }
  }

  #window({ room }: BotParts): ListWindow | undefined {
    return room.fold.state?.windows.get(listKey(this.#query));
  }
  #missing({ room }: BotParts): boolean {
    const view = room.live && room.fold.state ? listView(room.fold.state, this.#query) : null;
    return (view?.known && view.more && view.cards.length < MOST) ?? false;
  }

  #topic(botId: number): ListTopic {
    return { kind: 'list', botId, query: this.#query };
  }
}
