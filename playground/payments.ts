/** What the tills of the playground share: their clock, what goes wrong on demand, calls to the merchant, the page. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface TillFaults {
  /** Every callback is sent twice. */
  double: boolean;
  /** Callbacks are made and never sent. */
  forget: boolean;
  /** Milliseconds before a callback leaves. */
  delay: number;
  /** Connections end without an answer. */
  silent: boolean;
  /** Cancellations are refused. */
  refuseCancel: boolean;
  /** The so-manieth call from now is never answered, as if whoever asks had died there; 0: none. */
  hangAt: number;
  /** That call is done all the same. */
  hangDone: boolean;
}
export const NO_TILL_FAULTS: TillFaults = {
  double: false,
  forget: false,
  delay: 0,
  silent: false,
  refuseCancel: false,
  hangAt: 0,
  hangDone: false,
};

/** Calls that are never answered. */
export class Hanging {
  readonly #faults: TillFaults;
  readonly #sockets = new Set<Socket>();

  constructor(faults: TillFaults) {
    this.#faults = faults;
  }

  /** Whether this call is one. */
  takes(socket: Socket): boolean {
    if (this.#faults.hangAt === 0) return false;
    this.#faults.hangAt -= 1;
    if (this.#faults.hangAt > 0) return false;
    this.#sockets.add(socket);
    return true;
  }

  /** Whoever still waits hears that nothing comes. */
  release(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}

/** Milliseconds between the tries of a callback that was not answered 200. */
const AGAIN = [200, 1_000, 5_000];

export class Callbacks {
  readonly faults: TillFaults;
  readonly #under = new Set<Promise<void>>();
  #closed = false;
  /** Every callback that was made, sent or not: what a test sends again in another order. */
  readonly made: { url: string; headers: Record<string, string>; body: string }[] = [];

  constructor(faults: TillFaults) {
    this.faults = faults;
  }

  send(url: string, headers: Record<string, string>, body: string): void {
    this.made.push({ url, headers, body });
    if (this.faults.forget) return;
    const times = this.faults.double ? 2 : 1;
    for (let at = 0; at < times; at += 1) {
      const work = this.#deliver(url, headers, body).finally(() => this.#under.delete(work));
      this.#under.add(work);
    }
  }

  async #deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
    if (this.faults.delay > 0) await delay(this.faults.delay);
    for (const wait of AGAIN) {
      if (this.#closed) return;
      try {
        const response = await fetch(url, { method: 'POST', headers, body });
        await response.arrayBuffer();
        if (response.ok || response.status === 401) return;
      } catch {
        // Nobody listens there now: the next try may meet somebody.
      }
      await delay(wait, undefined, { ref: false });
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under);
  }

  close(): void {
    this.#closed = true;
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const CARD_CHOICES = {
  pay: 'Pagar',
  late: 'Pagar con tarjeta que luego fallará',
  reject: 'Rechazar',
};

/** A till: buttons that pay or refuse. No field for a card: none is real. */
export function tillPage(
  response: ServerResponse,
  title: string,
  what: string,
  hidden: Record<string, string>,
  choices: Record<string, string> = CARD_CHOICES,
): void {
  const fields = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const button = (choice: string, label: string) =>
    `<button name="choice" value="${choice}">${escapeHtml(label)}</button>`;
  page(
    response,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(what)}</p><p>Es una caja de prueba: no se cobra nada.</p>
<form method="post">${fields}${Object.entries(choices)
      .map(([value, label]) => button(value, label))
      .join('')}</form>`,
  );
}

export function page(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Caja de prueba</title><style>body{font:16px system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}button{display:block;font:inherit;margin:.5rem 0;padding:.6rem 1rem}</style>${body}`);
}

/** A browser that is sent on by a form, as Flow does it. */
export function postOn(response: ServerResponse, url: string, name: string, value: string): void {
  page(
    response,
    `<form id="on" method="post" action="${escapeHtml(url)}"><input type="hidden" name="${name}" value="${escapeHtml(value)}"><button>Volver al comercio</button></form><script>document.getElementById('on').submit()</script>`,
  );
}
