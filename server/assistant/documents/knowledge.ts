/**
 * What bots know from documents, held by this process. A change raises the bot's revision in the database. The next
 * turn that sees a new one doesn't wait for a new index: the one before answers, without what was deleted or taken out
 * of use meanwhile.
 */
import { type Queryable, sql } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log.ts';
import type { Knowledge } from '../engine/respond.ts';
import type { Passage } from '../engine/trace.ts';
import type { PassageTexts } from '../meaning/meanings.ts';
import { type FoundPassage, type IndexedPassage, PassageIndex } from './passage-index.ts';

/** Indexes held in memory; the longest unused is dropped. */
const MOST = 100;
/** Passages that a trace shows. */
const SHOWN = 3;

interface Held {
  revision: number;
  index: PassageIndex;
  /** By document: whether customers are answered from it. One that is not there was deleted. */
  live: ReadonlyMap<string, Marks>;
  texts: PassageTexts;
}

/**
 * `published`: what customers are answered from; `draft`: everything that has been read; `readable`: what of the
 * published customers may read whole.
 */
export type Sight = 'published' | 'draft' | 'readable';

/** What its owner has said of a document. */
interface Marks {
  live: boolean;
  readable: boolean;
}

export class DocumentKnowledge {
  readonly #held = new Map<number, Held>();
  readonly #building = new Map<number, Promise<Held>>();
  readonly #log: Pick<Logger, 'error'>;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** For the engine; null: the bot has no documents. */
  async of(db: Queryable, botId: number, sight: Sight): Promise<Knowledge | null> {
    const held = await this.#present(db, botId);
    if (!held) return null;
    return {
      search: (text, near) => {
        const wanted = wantedOf(held, sight);
        const worded = held.index.search(text, SHOWN, wanted).filter(({ answers }) => answers);
        // What shares its words is the surer answer; what means the same is asked where nothing does.
        return worded.length > 0 ? worded.map(toPassage) : meant(held.index, near, wanted);
      },
    };
  }

  /** The best passages of a question, whether they answer it or not. */
  async find(
    db: Queryable,
    botId: number,
    text: string,
    most: number,
    sight: Sight,
  ): Promise<FoundPassage[]> {
    const held = await this.#present(db, botId);
    return held?.index.search(text, most, wantedOf(held, sight)) ?? [];
  }

  /** What the bot's passages say; the same object as long as nothing of it changed. Null: there are none. */
  async texts(db: Queryable, botId: number): Promise<PassageTexts | null> {
    return (await this.#present(db, botId))?.texts ?? null;
  }

  async #present(db: Queryable, botId: number): Promise<Held | null> {
    const [row] = await db.query<{ revision: number }>(
      sql`select revision from bot_knowledge where bot_id = ${botId}`,
      'often',
    );
    if (!row) {
      this.#held.delete(botId);
      return null;
    }
    const held = this.#held.get(botId);
    if (held?.revision === row.revision) {
      this.#keep(botId, held);
      return held;
    }
    const building = this.#building.get(botId) ?? this.#build(db, botId, row.revision);
    if (!held) return building;
    building.catch((error: unknown) =>
      this.#log.error({ err: error, botId }, 'The documents of a bot could not be indexed'),
    );
    return { ...held, live: await readLive(db, botId) };
  }

  #build(db: Queryable, botId: number, revision: number): Promise<Held> {
    const building = (async () => {
      const live = await readLive(db, botId);
      const passages = await readPassages(db, botId);
      const texts = {
        passages: passages.map(({ id, heading, text }) => ({ id, text: `${heading ?? ''} ${text}` })),
      };
      const held = { revision, live, texts, index: await PassageIndex.of(passages) };
      this.#keep(botId, held);
      return held;
    })().finally(() => this.#building.delete(botId));
    this.#building.set(botId, building);
    return building;
  }

  #keep(botId: number, held: Held): void {
    this.#held.delete(botId);
    this.#held.set(botId, held);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MOST) break;
      this.#held.delete(oldest);
    }
  }
}

/** Raises a bot's revision: what its documents say has changed. Call it in the change's own transaction. */
export async function documentsChanged(tx: Queryable, botId: number): Promise<void> {
  await tx.query(sql`
    insert into bot_knowledge (bot_id, revision) values (${botId}, 1)
    on conflict (bot_id) do update set revision = bot_knowledge.revision + 1`);
}

const wantedOf =
  ({ live }: Held, sight: Sight) =>
  ({ documentId }: IndexedPassage): boolean => {
    const marks = live.get(documentId);
    if (!marks || sight === 'draft') return marks !== undefined;
    return marks.live && (sight === 'published' || marks.readable);
  };

async function readLive(db: Queryable, botId: number): Promise<Map<string, Marks>> {
  const rows = await db.query<{ id: string; live: boolean; readable: boolean }>(
    sql`select id, live, readable from documents where bot_id = ${botId}`,
  );
  return new Map(rows.map(({ id, ...marks }) => [id, marks]));
}

function readPassages(db: Queryable, botId: number): Promise<IndexedPassage[]> {
  return db.query<IndexedPassage>(sql`
    select p.document_id || ':' || p.position as id, p.document_id as "documentId", d.title, d.url, p.text, p.place,
      p.heading, d.live
    from document_passages p join documents d on d.id = p.document_id
    where p.bot_id = ${botId} order by p.document_id, p.position`);
}

/** The source as a customer reads it. */
export function sourceOf({ title, place, url }: Pick<IndexedPassage, 'title' | 'place' | 'url'>): string {
  return `${place ? `${title}, ${place}` : title}${url ? ` (${url})` : ''}`;
}

function meant(
  index: PassageIndex,
  near: ReadonlyMap<string, number> = new Map(),
  wanted: (passage: IndexedPassage) => boolean,
): Passage[] {
  return [...near]
    .flatMap(([id, score]): Passage[] => {
      const passage = index.get(id);
      return passage && wanted(passage) ? [{ ...toPassage({ passage, score }), by: 'meaning' }] : [];
    })
    .slice(0, SHOWN);
}

function toPassage({ passage, score }: Pick<FoundPassage, 'passage' | 'score'>): Passage {
  return { id: passage.id, title: sourceOf(passage), text: passage.text, score };
}
