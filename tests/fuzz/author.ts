/** What the person at a browser wrote, and what may have become of it. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { OutboxEntry } from '../../workers/hub/surface/outbox-entry.ts';
import type { Page } from '../support/hub/browser.ts';
import { BOT } from '../support/hub/hand-server.ts';
import { CHANGES, type Step } from './steps.ts';

export interface Written {
  text: string;
  conversationId: string;
  /** `queued`: the hub said that it is durable. `unknown`: no answer, or none yet. */
  outcome: 'unknown' | 'queued';
  /** The hub said that it was stopped in time. */
  cancelled: boolean;
  /** The person let go of it, signed out by hand, or the disk failed: it may be nowhere. */
  mayBeGone: boolean;
  /** Somebody asked for it again: it may leave after what was written later. */
  retried: boolean;
  /** The newest message on its page when a reply was sent (its `order`); null for a note, or where none was shown. */
  seen: number | null;
  /** Written before it in the same tab, or known to be durable by then: between tabs nothing else has an order. */
  follows: ReadonlySet<Written>;
}

export class Author {
  readonly written: Written[] = [];
  /** What stands in a draft by the hub's word. Null: nobody can tell any more. */
  readonly typed = new Map<string, string | null>();
  /** Conversations with a message that was asked to stop and of which nothing was heard yet. */
  readonly #stopping: string[] = [];
  /** By draft: the last change that was asked for. Answers may come in another order than the changes were made. */
  readonly #latest = new Map<string, object>();
  readonly #sending = new Set<{ key: string; page: Page }>();
  readonly #typing = new Set<{ key: string; page: Page }>();
  /** Of the last sign-out by hand: the words that were written before it, and the city's id at that moment. */
  #signedOut: { words: number; id: string } | null = null;
  readonly #pages = new Map<Written, Page>();
  readonly #name: string;
  #words = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @returns false where the step is not about writing */
  write(step: Step, page: Page, card: Conversation | undefined): boolean {
    const { api } = page.link;
    switch (step.do) {
      case 'type':
        if (card) this.#type(page, card, step.note ? 'note' : 'reply');
        return true;
      case 'send':
        if (card) this.#send(page, card, step.note);
        return true;
      case 'change later': {
        const change = CHANGES[step.change];
        if (card && change) ignore(api.changeLater(BOT, card.id, change));
        return true;
      }
      case 'take back': {
        const entry = this.#entry(page, step.nth, (each) => each.command.kind === 'change');
        if (entry) ignore(api.takeBack(entry.id));
        return true;
      }
      case 'cancel': {
        const entry = this.#entry(page, step.nth, (each) => each.command.kind === 'message');
        const written = entry && this.#of(entry);
        if (!entry || !written) return true;
        written.mayBeGone = true;
        this.#stop(
          written.conversationId,
          api.cancel(entry.id).then((stopped) => {
            written.cancelled ||= stopped;
          }, noted),
        );
        return true;
      }
      case 'discard': {
        const entry = this.#entry(page, step.nth, ({ state }) => state === 'asking' || state === 'refused');
        const written = entry && this.#of(entry);
        if (written) written.mayBeGone = true;
        if (entry) ignore(api.discard(entry.id));
        return true;
      }
      case 'retry': {
        const entry = this.#entry(page, step.nth, ({ state }) => state !== 'sending');
        const written = entry && this.#of(entry);
        if (written) written.retried = true;
        if (entry) ignore(api.retry(entry.id));
        return true;
      }
      default:
        return false;
    }
  }

  /** Signed out by hand: nothing of before is to be anywhere, but for what has left. @param id later ones are greater */
  letGo(id: string): void {
    this.#signedOut = { words: this.#words, id };
    for (const each of this.written) each.mayBeGone = true;
    for (const key of this.typed.keys()) this.typed.set(key, null);
    // A frozen page hears only later that a draft was stored, before the sign-out.
    this.#latest.clear();
  }

  /** Whether a stored record of the work is from before the last sign-out by hand. */
  hasLetGo(record: unknown): boolean {
    if (!this.#signedOut) return false;
    const { words, id } = this.#signedOut;
    const said = [...JSON.stringify(record).matchAll(/(?:borrador|mensaje) \w+ (\d+)/g)];
    // A change has no words.
    return said.length > 0
      ? said.some(([, number]) => Number(number) <= words)
      : (record as Partial<OutboxEntry>).id !== undefined && (record as OutboxEntry).id < id;
  }

  #type(page: Page, card: Conversation, mode: 'reply' | 'note'): void {
    this.#words += 1;
    const text = `borrador ${this.#name} ${this.#words}`;
    const key = `${card.id}:${mode}`;
    const stands = this.#changing(card.id, key);
    if (under(this.#sending, key, page) || under(this.#typing, key, page)) this.#latest.delete(key);
    const typing = { key, page };
    this.#typing.add(typing);
    page.link.api
      .saveDraft(card.id, BOT, mode, text, page.link.tabId)
      .then(() => stands(text), noted)
      .finally(() => this.#typing.delete(typing));
  }

  #send(page: Page, card: Conversation, note: boolean): void {
    this.#words += 1;
    const written: Written = {
      text: `mensaje ${this.#name} ${this.#words}`,
      conversationId: card.id,
      outcome: 'unknown',
      cancelled: false,
      mayBeGone: false,
      retried: false,
      seen: note ? null : newestOn(page, card.id),
      follows: new Set(
        this.written.filter((each) => each.outcome === 'queued' || this.#pages.get(each) === page),
      ),
    };
    this.written.push(written);
    this.#pages.set(written, page);
    const key = `${card.id}:${note ? 'note' : 'reply'}`;
    const stands = this.#changing(card.id, key);
    // What a frozen tab typed before may reach the hub after this.
    if (under(this.#typing, key, page)) this.#latest.delete(key);
    // What is typed in another tab before this has an answer may be what it takes out of the draft.
    const sending = { key, page };
    this.#sending.add(sending);
    page.link.api
      .send({ botId: BOT, conversationId: card.id, text: written.text, note })
      .then(() => {
        written.outcome = 'queued';
        stands('');
      }, noted)
      .finally(() => this.#sending.delete(sending));
  }

  /** What is being stopped comes back into a draft, before what stands there, at any moment until the answer. */
  #stop(conversationId: string, answer: Promise<unknown>): void {
    this.#stopping.push(conversationId);
    this.#unsure(conversationId);
    void answer.then(() => {
      this.#stopping.splice(this.#stopping.indexOf(conversationId), 1);
      this.#unsure(conversationId);
    });
  }
  /** @returns to be told what stands in the draft, once that is answered; no matter if it was changed again since */
  #changing(conversationId: string, key: string): (text: string) => void {
    const change = {};
    this.typed.set(key, null);
    this.#latest.set(key, change);
    return (text) => {
      if (this.#latest.get(key) !== change) return;
      this.typed.set(key, this.#stopping.includes(conversationId) ? null : text);
    };
  }
  #unsure(conversationId: string): void {
    for (const mode of ['reply', 'note']) this.typed.set(`${conversationId}:${mode}`, null);
  }
  #of(entry: OutboxEntry): Written | undefined {
    const { command } = entry;
    return command.kind === 'message' ? this.written.find(({ text }) => text === command.text) : undefined;
  }
  #entry(page: Page, nth: number, fits: (entry: OutboxEntry) => boolean): OutboxEntry | undefined {
    const entries = (page.value({ kind: 'outbox' }) ?? []).filter(fits);
    return entries[nth % Math.max(1, entries.length)];
  }
}

/** Whether another page does that to the same draft, and has no answer yet. */
const under = (doing: ReadonlySet<{ key: string; page: Page }>, key: string, page: Page): boolean =>
  [...doing].some((one) => one.key === key && one.page !== page);

function newestOn(page: Page, conversationId: string): number | null {
  const shown = page.value({ kind: 'messages', botId: BOT, conversationId });
  return shown?.messages.at(-1)?.order ?? null;
}

/** What a call that its worker did not survive says is of no interest: what became of it is looked at in the end. */
const noted = (error: unknown): void => {
  if (!(error instanceof Error)) throw error;
};
const ignore = (call: Promise<unknown>): void => {
  call.catch(noted);
};
