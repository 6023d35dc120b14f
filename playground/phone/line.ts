/** What a customer's phone can write to: a number of WhatsApp, a page of Messenger, an account of Instagram. */
export interface Bubble {
  from: 'customer' | 'business';
  id: string;
  at: number;
  text: string;
  options: { id: string; title: string }[];
  statuses: string[];
}

/** Who holds the phone, as the page says it. */
export interface Holder {
  /** Digits: a phone, or the id that the page or account has for them. */
  phone: string;
  name: string;
  /** No phone and no name to be seen. */
  hidden: boolean;
}

export interface Line {
  id: string;
  label: string;
  hookUrl: string | null;
  appSecret: string;
  /** What besides words can be sent. */
  kinds: { kind: string; label: string }[];
  chat(phone: string): Bubble[];
  /** @param given a kind with its text; `button` with what was pressed */
  write(holder: Holder, given: { kind: string; text: string; button: string }): void;
  /** Sends webhooks to another address. @returns whether it gave the challenge back */
  connect(url: string): Promise<boolean>;
}

/** What phones themselves said, by line and phone. */
export class OwnWords {
  readonly #chats = new Map<string, Bubble[]>();

  of(line: string, phone: string): Bubble[] {
    const key = `${line} ${phone}`;
    const chat = this.#chats.get(key) ?? [];
    this.#chats.set(key, chat);
    return chat;
  }
}

/** Own words know how many messages had come when they were said. */
export function interleave(mine: Bubble[], theirs: Bubble[], order: Map<string, number>): Bubble[] {
  const all = [
    ...mine.map((bubble) => ({ bubble, place: bubble.at - 0.5 })),
    ...theirs.map((bubble) => ({ bubble, place: order.get(bubble.id) ?? 0 })),
  ];
  return all.toSorted((a, b) => a.place - b.place).map(({ bubble }) => bubble);
}
