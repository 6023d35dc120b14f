/**
 * Which answers outside the live inbox an event has made stale (searches, a conversation's history): tabs ask those
 * again when they show them. Gathered, because one burst makes the same query stale a hundred times.
 */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { conversationOf } from '../bot-log/scrub.ts';
import { Alarm } from '../platform/alarm.ts';
import type { Clock } from '../platform/platform.ts';
import type { Topic } from '../surface/topics.ts';

const GATHER = 500;

/** Which queries of tabs an event of the log makes stale. */
export class StaleQueries {
  readonly #tell: (queries: string[]) => void;
  readonly #queries = new Set<string>();
  readonly #alarm: Alarm;

  constructor(clock: Clock, tell: (queries: string[]) => void) {
    this.#alarm = new Alarm(clock);
    this.#tell = tell;
  }

  /**
   * Keys: `search/{botId}` for lists by search, tag or date; `conversation/{id}` for what belongs to one;
   * `statuses/{botId}` for agents' statuses; `message-templates` when a template's state changed (docs/product.md §4 'Template message status').
   */
  frame(frame: LoggedFrame): void {
    if (frame.name === 'AGENT_STATUS') this.#stale(`statuses/${frame.bot_id}`);
    const id = conversationOf(frame);
    if (id === null) return;
    if (frame.name === 'SEND_TEMPLATE_MUTATION') this.#stale('message-templates');
    this.#stale(`search/${frame.bot_id}`, `conversation/${id}`);
  }

  /**
   * A new base took the place of an earlier one: what happened in between no event told.
   * @param shown what the tabs show
   */
  skipped(botId: number, shown: readonly Topic[]): void {
    const ids = shown.flatMap((topic) =>
      'conversationId' in topic && 'botId' in topic && topic.botId === botId ? [topic.conversationId] : [],
    );
    this.#stale(`search/${botId}`, `statuses/${botId}`, ...ids.map((id) => `conversation/${id}`));
  }

  #stale(...queries: string[]): void {
    for (const query of queries) this.#queries.add(query);
    this.#alarm.setOnce(GATHER, () => {
      const queries = [...this.#queries];
      this.#queries.clear();
      this.#tell(queries);
    });
  }

  stop(): void {
    this.#alarm.off();
    this.#queries.clear();
  }
}
