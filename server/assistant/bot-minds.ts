/**
 * The models that this process answers with. What was trained from a version is kept as long as that version is the
 * published one; while a newer one is being trained, the old one goes on answering.
 */
import { type Queryable, sql } from '../platform/database/database.ts';
import type { Logger } from '../platform/log.ts';
import { BotModel } from './engine/bot-model.ts';
import type { Classifier } from './engine/classifier.ts';
import { type CompiledModel, compileModel } from './engine/compile-model.ts';
import { firstThatAnswers } from './engine/first-that-answers.ts';
import type { Meaning } from './engine/meaning.ts';
import type { Knowledge } from './engine/respond.ts';
import type { Shelf } from './engine/shelf.ts';
import type { Asked, Meanings, PassageTexts } from './meaning/meanings.ts';
import type { TicketDesk } from './ticket-desk.ts';
import { inlineTrainer, type Trainer } from './training/trainer.ts';
import { MAX_READ_TEXT } from './words/text.ts';

/** A bot's model, ready to answer. */
export interface BotMind {
  version: number;
  compiled: CompiledModel;
  classifier: Classifier;
  /** Passages of the bot's documents; null: it has none. */
  knowledge: Knowledge | null;
  /** What the bot's shops sell; absent or null: nothing that it knows of. */
  shelf?: Shelf | null;
  /** A shop may be asked for orders. */
  hasOrders?: boolean;
  /** Where its nodes have tickets opened; absent or null: nowhere. */
  tickets?: TicketDesk | null;
}

/** A mind with what one message means beside its words; null: nothing tells, or nobody asked. */
export type HearingMind = BotMind & { meaning: Meaning | null };

/**
 * Brings what a bot may quote (its documents), ready to be searched; asked for each turn, so it keeps what it has read. `draft`: also those
 * that customers are not answered from.
 */
export type KnowledgeSource = (
  db: Queryable,
  botId: number,
  sight: 'published' | 'draft',
) => Promise<Knowledge | null>;

/** What a bot's shops sell, ready to be searched; asked for each turn, so it keeps what it has read. */
export type ShelfSource = (db: Queryable, botId: number) => Promise<Shelf | null>;

export interface MindsOptions {
  /** Default: in the caller's thread. */
  trainer?: Trainer;
  /** What is quoted where no interaction fits, the first to be asked first. */
  sources?: readonly KnowledgeSource[];
  /** What is sold; absent: nothing. */
  shelf?: ShelfSource;
  /** Whether a bot has a shop that may be asked for orders; absent: none has. */
  orders?: (db: Queryable, botId: number) => Promise<boolean>;
  /** Where nodes have tickets opened; absent: nowhere. */
  tickets?: TicketDesk;
  log?: Pick<Logger, 'error'>;
  /** What messages mean beside their words; null: the installation has nothing that tells. */
  meanings?: Meanings | null;
  /** What a bot's documents say, for their meanings. */
  passages?: (db: Queryable, botId: number) => Promise<PassageTexts | null>;
}

/** Models held in memory, a few megabytes each; the longest unused is dropped. */
const MOST = 200;

/** The bots that this process has answered for. */
export class BotMinds {
  readonly #known = new Map<number, BotMind>();
  readonly #training = new Map<string, Promise<BotMind>>();
  readonly #trainer: Trainer;
  readonly #sources: readonly KnowledgeSource[];
  readonly #shelf: ShelfSource;
  readonly #orders: NonNullable<MindsOptions['orders']>;
  readonly #tickets: TicketDesk | null;
  readonly #log: Pick<Logger, 'error'> | undefined;
  readonly #meanings: Meanings | null;
  readonly #passages: NonNullable<MindsOptions['passages']>;

  constructor({
    trainer = inlineTrainer,
    sources = [],
    shelf = () => Promise.resolve(null),
    orders = () => Promise.resolve(false),
    tickets,
    log,
    meanings = null,
    passages = () => Promise.resolve(null),
  }: MindsOptions = {}) {
    this.#meanings = meanings;
    this.#passages = passages;
    this.#trainer = trainer;
    this.#sources = sources;
    this.#shelf = shelf;
    this.#orders = orders;
    this.#tickets = tickets ?? null;
    this.#log = log;
  }

  /**
   * The mind of a bot; null when nothing was published for it yet. The first answer of a bot in this process waits for
   * the training; after that a new version is trained beside the old one. Throws when what is stored is no model.
   */
  async of(db: Queryable, botId: number): Promise<BotMind | null> {
    const mind = await this.#published(db, botId);
    if (!mind) return null;
    const [knowledge, shelf] = [await this.knowledge(db, botId, 'published'), await this.shelf(db, botId)];
    return {
      ...mind,
      knowledge,
      shelf,
      hasOrders: await this.orders(db, botId),
      tickets: this.#tickets,
    };
  }

  /** What a bot may quote; null: it has nothing. */
  async knowledge(db: Queryable, botId: number, sight: 'published' | 'draft'): Promise<Knowledge | null> {
    return firstThatAnswers(await Promise.all(this.#sources.map((source) => source(db, botId, sight))));
  }

  /** What the bot's shops sell; null: nothing. */
  shelf(db: Queryable, botId: number): Promise<Shelf | null> {
    return this.#shelf(db, botId);
  }

  /** Whether a shop of the bot may be asked for orders. */
  orders(db: Queryable, botId: number): Promise<boolean> {
    return this.#orders(db, botId);
  }

  async #published(db: Queryable, botId: number): Promise<BotMind | null> {
    const known = this.#known.get(botId);
    const [row] = await db.query<{ version: number; model: unknown }>(
      sql`
      select version, case when version is distinct from ${known?.version ?? null}::int then model end as model
      from bot_models where bot_id = ${botId}`,
      'often',
    );
    if (!row) {
      this.#known.delete(botId);
      return null;
    }
    if (known?.version === row.version) {
      this.#keep(botId, known);
      return known;
    }
    const ready = this.#make(botId, row.version, row.model);
    if (!known) return ready;
    // The old one answers meanwhile; the next message tries again.
    ready.catch((error: unknown) =>
      this.#log?.error({ err: error, botId, version: row.version }, 'A bot could not be trained'),
    );
    return known;
  }

  #make(botId: number, version: number, stored: unknown): Promise<BotMind> {
    const key = `${botId} ${version}`;
    const running = this.#training.get(key);
    if (running) return running;
    const making = (async () => {
      const model = BotModel.parse(stored);
      const classifier = await this.#trainer.train(model, botId);
      const mind: BotMind = { version, compiled: compileModel(model), classifier, knowledge: null };
      this.#keep(botId, mind);
      this.#meanings?.learn(botId, mind);
      return mind;
    })().finally(() => this.#training.delete(key));
    this.#training.set(key, making);
    return making;
  }

  /** Reads and trains again what is published, and waits for it; until then the old one answers. */
  async refresh(db: Queryable, botId: number): Promise<void> {
    const [row] = await db.query<{ version: number; model: unknown }>(
      sql`select version, model from bot_models where bot_id = ${botId}`,
    );
    if (row) await this.#make(botId, row.version, row.model);
  }

  /** Trains a model of a bot without keeping it. */
  async train(botId: number, model: BotModel): Promise<Pick<BotMind, 'compiled' | 'classifier'>> {
    return { compiled: compileModel(model), classifier: await this.#trainer.train(model, botId) };
  }

  /** Takes what has been trained for a version that has just been published: this process answers with it at once. */
  adopt(botId: number, version: number, trained: Pick<BotMind, 'compiled' | 'classifier'>): void {
    this.#keep(botId, { version, ...trained, knowledge: null });
    this.#meanings?.learn(botId, trained);
  }

  /** Whether messages are asked for their meaning at all. */
  get hears(): boolean {
    return this.#meanings !== null;
  }

  /** What a message means beside its words, before its turn; null: nothing here tells. Never throws for the other side. */
  async hear(
    db: Queryable,
    botId: number,
    mind: Pick<BotMind, 'classifier' | 'compiled'>,
    text: string,
  ): Promise<Asked | null> {
    if (!this.#meanings) return null;
    return this.#meanings.hear(botId, mind, text, await this.#passages(db, botId));
  }

  /**
   * The mind for a message that has just come, before anything is locked: training and meaning take time.
   * @param text what is to be heard; null: its words are not asked about, a button for example
   * @returns null where nothing was published for the bot yet
   */
  async hearing(db: Queryable, botId: number, text: string | null): Promise<HearingMind | null> {
    const mind = await this.of(db, botId);
    if (!mind) return null;
    const words = text?.trim() ? text.slice(0, MAX_READ_TEXT) : null;
    const heard = words === null ? null : await this.hear(db, botId, mind, words);
    return { ...mind, meaning: heard?.meaning ?? null };
  }

  #keep(botId: number, mind: BotMind): void {
    const present = this.#known.get(botId);
    // Two trainings may end in the other order.
    if (present && present.version > mind.version) return;
    this.#known.delete(botId);
    this.#known.set(botId, mind);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }
}
