/**
 * What one conversation adds to the figures (SPEC.md): a pure function of its history, so that the
 * kept rows can be made again at any time. Each figure is a set of facts; a fact belongs to one instant and to one
 * person or nobody, so that the sums over days and over people are the total.
 *
 *   stretch   begins: it goes to a person (pending, taken) · ends: the first message of a person, or it is over
 *   wait      begins: the customer writes to whoever has it · ends: the next message of a person
 *   joined    to another conversation it is neither closed nor answered here: what had begun rests, and goes on if it is
 *             separated
 *   bot's     begins: the bot has it · ends: handed over, closed, or silent for a day after a customer's words;
 *             of the interaction by which the bot answered last in it
 *   deadlines are told apart by the rows that say how each ended: the rules of the day stand in no history
 */
import { isFaint } from '../../contract/rules/answered-by.ts';
import type { FactKey } from '../../contract/rules/metrics.ts';
import type { History, Move, Said } from './history.ts';

/** After so long without a word what the bot had is contained. Milliseconds. */
export const SILENT = 24 * 3_600_000;

export interface Fact {
  key: FactKey;
  at: number;
  agent_id: number | null;
  /** From when to `at` it lasted; null: it is an event without length. */
  since: number | null;
  /** Stars of a rating; null: none. */
  stars: number | null;
  /** Of a part of a whole (rated closings): whether it is in the part. */
  counts: boolean;
  /** Of what the bot had: by what it answered last, and of which subject; null: not noted. */
  node: string | null;
  subject: string | null;
}

type Answered = Pick<Fact, 'node' | 'subject'>;
const NOT_NOTED: Answered = { node: null, subject: null };

type Step = (Move & { kind: 'move' }) | (Said & { kind: 'said' }) | { kind: 'miss'; id: string; at: number };
/** Behind whatever is said in the same instant. */
const LAST = '\uffff';

const PERSON: ReadonlySet<string> = new Set(['pending', 'taken']);

class Walk {
  readonly facts: Fact[] = [];
  #owner: number | null;
  /** Since when a person's first answer is waited for. */
  #stretch: number | null = null;
  /** Since when it has been with people, until it is closed or the bot has it again. */
  #people: number | null = null;
  /** Somebody took it up again: nobody waits until the customer writes. */
  #reopened = false;
  /** Since when the customer waits for the next answer of whoever has it. */
  #waits: number | null = null;
  #state: History['state'];
  /** While the bot has it: when the last words fell, null until the customer said some; undefined: it has it not. */
  #bot: number | null | undefined;
  /** By what the bot answered last since it has it. */
  #answered = NOT_NOTED;
  /** It is read and answered in another one. */
  #joined = false;
  readonly #misses: ({ at: number } & Answered)[] = [];
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
    const [first] = history.moves;
    this.#state = first ? (first.from_state ?? first.to_state) : history.state;
    this.#owner = first ? (first.from_state === null ? first.to_agent : first.from_agent) : history.agent_id;
    this.#bot = this.#state === 'active' ? null : undefined;
    if (first?.from_state === null && PERSON.has(first.to_state)) {
      this.#people = first.at;
      // Who was written to first waits for nobody.
      if (first.to_state === 'pending') this.#stretch = first.at;
      if (first.to_agent !== null) this.add('agent_load', first.at, { agent_id: first.to_agent });
    }
  }

  add(key: FactKey, at: number, rest: Partial<Omit<Fact, 'key' | 'at'>> = {}): void {
    this.facts.push({
      key,
      at,
      agent_id: null,
      since: null,
      stars: null,
      counts: true,
      ...NOT_NOTED,
      ...rest,
    });
  }

  /** The bot's part ended in silence before `at`. */
  silence(at: number): void {
    if (typeof this.#bot !== 'number' || at - this.#bot < SILENT) return;
    this.add('contained', this.#bot + SILENT, this.#answered);
    this.#bot = null;
    this.#answered = NOT_NOTED;
  }

  move(move: Move): void {
    const { at, to_state: to, to_agent: agent } = move;
    const from = this.#state;
    if (move.event === 'join' || move.event === 'separate') {
      this.#joined = move.event === 'join';
      this.#owner = agent;
      this.#state = to;
      return;
    }
    if (move.event === 'derive') this.add('derived', at, { agent_id: move.from_agent ?? this.#owner });
    if (to === 'taken' && agent !== null && (agent !== this.#owner || from === 'closed')) {
      this.add('agent_load', at, { agent_id: agent });
    }
    if (PERSON.has(to) && !PERSON.has(from)) this.#toPeople(at, from);
    if (to === 'active') this.#toBot(at);
    if (to === 'closed' && from !== 'closed' && from !== 'archived') this.#close(at, agent);
    if (from === 'closed' && to === 'taken') {
      this.add('reopened', at, { agent_id: agent });
      this.#reopened = true;
      this.#stretch = null;
    }
    this.#owner = agent;
    this.#state = to;
  }

  #toPeople(at: number, from: History['state']): void {
    if (this.#bot !== undefined) {
      this.silence(at);
      // What fell silent before was contained, whoever takes it up now.
      if (typeof this.#bot === 'number') this.add('handed_over', at, this.#answered);
    }
    this.#bot = undefined;
    this.#people ??= at;
    if (from !== 'closed') this.#stretch = at;
  }

  #toBot(at: number): void {
    this.#unanswered(at, this.#owner);
    this.#people = null;
    this.#waits = null;
    this.#bot ??= null;
    this.#answered = NOT_NOTED;
  }

  #close(at: number, agent: number | null): void {
    if (typeof this.#bot === 'number') {
      this.silence(at);
      if (this.#bot !== null) this.add('contained', at, this.#answered);
    }
    this.#bot = undefined;
    this.#unanswered(at, agent);
    if (this.#people !== null) this.add('resolution', at, { since: this.#people, agent_id: agent });
    this.#people = null;
    this.#waits = null;
    this.add('rating_rate', at, { agent_id: agent, counts: false });
  }

  /** A stretch that is over without a person's word. */
  #unanswered(at: number, agent: number | null): void {
    if (this.#stretch !== null) this.add('not_answered', at, { since: this.#stretch, agent_id: agent });
    this.#stretch = null;
    this.#reopened = false;
  }

  say(said: Said): void {
    const { at } = said;
    if (this.#bot !== undefined && said.by !== 'agent') {
      this.silence(at);
      if (said.by === 'Cliente' || this.#bot !== null) this.#bot = at;
    }
    if (said.by === 'bot') this.#answer(said);
    if (said.by === 'Cliente') {
      if (this.#reopened) {
        this.#reopened = false;
        this.#stretch = at;
      }
      if (this.#owner !== null && (this.#state === 'taken' || this.#state === 'inactive')) this.#waits ??= at;
    }
    if (said.by !== 'agent') return;
    const agent_id = this.#owner ?? said.agent_id;
    if (this.#stretch !== null) this.add('first_response', at, { since: this.#stretch, agent_id });
    if (this.#waits !== null) this.add('wait', at, { since: this.#waits, agent_id });
    this.#stretch = null;
    this.#waits = null;
    this.#reopened = false;
  }

  /** What says nothing of a subject (a greeting, a way to a person) leaves the one that was spoken of. */
  #answer({ node, subject }: Answered): void {
    const kept = (now: string | null, before: string | null) =>
      now === null || (before !== null && isFaint(now)) ? before : now;
    this.#answered = {
      node: kept(node, this.#answered.node),
      subject: kept(subject, this.#answered.subject),
    };
  }

  miss(at: number): void {
    this.#misses.push({ at, ...this.#answered });
  }

  /** What it ends as: silence to come is a fact of that instant, which counts once it is there. */
  end(): void {
    for (const { at, ...answered } of this.#misses) this.add('unanswered', at, answered);
    if (!this.#joined) this.silence(Number.POSITIVE_INFINITY);
    const { rating, promised, owed_since, agent_id } = this.#history;
    for (const { at, kind, kept, agent_id: who } of promised.toSorted((a, b) => a.at - b.at)) {
      this.add(kind === 'first' ? 'first_on_time' : 'next_on_time', at, { agent_id: who, counts: kept });
      if (!kept) this.add('answers_late', at, { agent_id: who });
    }
    if (owed_since !== null) this.add('answers_open', owed_since, { agent_id });
    if (!rating) return;
    const closing = this.facts.findLast(({ key, at }) => key === 'rating_rate' && at <= rating.at);
    if (closing) closing.counts = true;
    this.add('satisfaction', rating.at, {
      stars: rating.stars,
      agent_id: closing?.agent_id ?? agent_id,
    });
  }
}

const order = (a: Step, b: Step) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * When it began as a conversation. What nobody asked for and nobody holds (a campaign's message: born closed) is none
 * until somebody takes it up; who answers it begins the next one.
 */
function beginning({ created_at }: History, moves: readonly Move[]): number | null {
  const [first] = moves;
  if (first?.from_state !== null || first.to_state !== 'closed') return created_at;
  return moves.find(({ to_state: to }) => to !== 'closed' && to !== 'archived')?.at ?? null;
}

/** The facts of a conversation, the same for the same history in any order of its parts. */
export function factsOf(history: History): Fact[] {
  const moves = history.moves.map((move): Step => ({ ...move, kind: 'move' }));
  const words = history.said.map((said): Step => ({ ...said, kind: 'said' }));
  const misses = history.missed.map((at): Step => ({ kind: 'miss', id: LAST, at }));
  const steps = [...moves, ...words, ...misses].sort(order);
  const sorted = moves.filter((step) => step.kind === 'move').sort(order);
  const walk = new Walk({ ...history, moves: sorted });
  const began = beginning(history, sorted);
  if (began !== null) {
    const { agent_id } = history;
    walk.add('conversations', began, { agent_id });
    walk.add(history.returning ? 'leads_returning' : 'leads_new', began, { agent_id });
  }
  for (const step of steps) {
    if (step.kind === 'move') walk.move(step);
    else if (step.kind === 'said') walk.say(step);
    else walk.miss(step.at);
  }
  walk.end();
  return walk.facts;
}
