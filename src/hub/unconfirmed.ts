/**
 * How far one draft of this tab is ahead of what the hub has durably. Its words stand in the tab's storage until then;
 * after a reload they are the draft again if the hub's is one that they went before: any other was written, or left by
 * being sent, after them.
 */
import { dropUnsaved, keepUnsaved, type UnsavedDraft } from './unsaved-drafts.ts';

type Place = Pick<UnsavedDraft, 'botId' | 'conversationId' | 'mode'>;

export class Unconfirmed {
  readonly #place: Place;
  /** The hub's text, as it was told last. */
  readonly #told: () => string;
  /** Texts that the hub may have, oldest first; empty: the one that it told. */
  #over: string[] = [];
  #underWay = 0;
  /** The newest text that is durable at the hub. */
  #durable: string | null = null;

  constructor(place: Place, told: () => string) {
    this.#place = place;
    this.#told = told;
  }

  /** Beside every change: the page may end with the next. */
  typed(text: string): void {
    this.#over = this.#base();
    this.#keep(text, this.#over);
  }

  /** A text goes to the hub. */
  leaves(text: string): void {
    this.#over = [...this.#base(), text];
    this.#underWay += 1;
    this.#keep(text, this.#over);
  }

  /**
   * A message goes to the hub. After a reload it is a draft again only where the hub still has one: the hub's goes in
   * the transaction that queues the message.
   */
  sends(text: string): void {
    const over = this.#base().filter((one) => one !== '');
    this.#over = [''];
    this.#underWay += 1;
    if (over.length > 0) this.#keep(text, over);
    else this.#drop();
  }

  /** The hub has it durably; '' after a message. @param shown what this tab shows now; null: the hub's text */
  arrived(text: string, shown: string | null): void {
    this.#underWay -= 1;
    this.#durable = text;
    const at = this.#over.indexOf(text);
    if (at > 0) this.#over.splice(0, at);
    this.settle(shown);
  }

  /** It did not get there: what the hub has is what it told, or any of those. */
  failed(): void {
    this.#underWay -= 1;
    this.#over = [this.#told(), ...this.#over];
  }

  /** Lets go of what stands in the tab's storage once the hub has nothing less. @param shown as in `arrived` */
  settle(shown: string | null): void {
    if (this.#underWay > 0 || (shown !== null && shown !== this.#durable)) return;
    this.#drop();
    // Until the hub's word is shown, what it told may be older than what it has.
    if (shown === null) this.#over = [];
  }

  /** Its person is gone. */
  forget(): void {
    this.#over = [];
    this.#durable = null;
    this.#drop();
  }

  #base(): string[] {
    return this.#over.length > 0 ? this.#over : [this.#told()];
  }

  #keep(text: string, over: string[]): void {
    keepUnsaved({ ...this.#place, text, over });
  }

  #drop(): void {
    dropUnsaved(this.#place);
  }
}
