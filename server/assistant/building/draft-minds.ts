/** Drafts trained to be tried out: by the preview and by the test set. */
import type { Queryable } from '../../platform/database/database.ts';
import type { BotMind, BotMinds } from '../bot-minds.ts';
import { readDraft } from './draft-store.ts';

type Ready = Pick<BotMind, 'compiled' | 'classifier'>;

/** Drafts that somebody tries out right now; each takes a few megabytes. */
const MOST = 20;

/** Drafts that have been trained to be tried out, by bot; a revision is trained once. */
export class DraftMinds {
  readonly #minds: BotMinds;
  readonly #known = new Map<number, { revision: number; ready: Promise<Ready> }>();

  constructor(minds: BotMinds) {
    this.#minds = minds;
  }

  /** The draft ready to answer, with its revision. */
  async of(db: Queryable, botId: number): Promise<{ revision: number; mind: BotMind }> {
    const { model, revision } = await readDraft(db, botId);
    let known = this.#known.get(botId);
    // Revision 0 is whatever is published, which may change under the same number.
    if (known?.revision !== revision || revision === 0) {
      known = { revision, ready: this.#minds.train(botId, model) };
      this.#known.delete(botId);
      this.#known.set(botId, known);
      for (const oldest of this.#known.keys()) {
        if (this.#known.size <= MOST) break;
        this.#known.delete(oldest);
      }
    }
    const knowledge = await this.#minds.knowledge(db, botId, 'draft');
    const shelf = await this.#minds.shelf(db, botId);
    const hasOrders = await this.#minds.orders(db, botId);
    const ready = await known.ready.catch((error: unknown) => {
      this.#known.delete(botId);
      throw error;
    });
    return { revision, mind: { ...ready, version: 0, knowledge, shelf, hasOrders } };
  }
}
