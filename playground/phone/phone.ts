/** The customer's phone and the switches of what goes wrong: one page, and the few calls that it makes. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Faults, setFaults } from '../faults.ts';
import type { Hooks } from '../hooks.ts';
import { answer, jsonOf } from '../http.ts';
import type { Customer, WhatsApp } from '../whatsapp/whatsapp.ts';
import { KINDS, type Place, type Said, words } from './kinds.ts';

const PAGE = readFileSync(new URL('./phone.html', import.meta.url));

interface Bubble {
  from: 'customer' | 'business';
  id: string;
  at: number;
  text: string;
  options: { id: string; title: string; template: boolean }[];
  statuses: string[];
}

/** What the phone shows beside what was sent to it: its own words, by number and customer. */
const own = new WeakMap<WhatsApp, Map<string, Bubble[]>>();

/** Answers the page, its calls, and 404. */
export async function servePhone(
  whatsapp: WhatsApp,
  { faults, hooks }: { faults: Faults; hooks: Hooks },
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  // What runs on another page of this machine must not play with it.
  const foreign =
    request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] === 'cross-site';
  const at = `${request.method} ${url.pathname}`;
  if (at === 'GET /') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  } else if (at === 'GET /phone/changes') {
    stream(whatsapp, response);
  } else if (at === 'GET /phone/state') {
    answer(
      response,
      200,
      state(whatsapp, faults, url.searchParams.get('number') ?? '', url.searchParams.get('phone') ?? ''),
    );
  } else if (at === 'POST /phone/write' && !foreign) {
    write(whatsapp, await jsonOf(request));
    answer(response, 200, { ok: true });
  } else if (at === 'POST /phone/judge' && !foreign) {
    const { waba, id, status } = await jsonOf(request);
    whatsapp.judge(String(waba), String(id), String(status));
    answer(response, 200, { ok: true });
  } else if (at === 'POST /phone/faults' && !foreign) {
    setFaults(faults, await jsonOf(request));
    answer(response, 200, faults);
  } else if (at === 'POST /phone/raw' && !foreign) {
    const { number, body } = await jsonOf(request);
    const { hookUrl, appSecret } = whatsapp.number(String(number));
    const status = hookUrl === null ? 0 : await hooks.post({ url: hookUrl, appSecret }, String(body));
    answer(response, 200, { status });
  } else if (at === 'POST /phone/hook' && !foreign) {
    const { number, url: hookUrl } = await jsonOf(request);
    const chosen = whatsapp.number(String(number));
    chosen.hookUrl = String(hookUrl);
    answer(response, 200, { handshake: await whatsapp.handshake(chosen) });
  } else answer(response, 404, { error: 'not found' });
}

function stream(whatsapp: WhatsApp, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('data: hello\n\n');
  const end = whatsapp.onChange(() => response.write('data: changed\n\n'));
  response.on('close', end);
}

function chatOf(whatsapp: WhatsApp, number: string, phone: string): Bubble[] {
  const chats = own.get(whatsapp) ?? new Map<string, Bubble[]>();
  own.set(whatsapp, chats);
  const key = `${number} ${phone}`;
  const chat = chats.get(key) ?? [];
  chats.set(key, chat);
  return chat;
}

function state(whatsapp: WhatsApp, faults: Faults, number: string, phone: string) {
  const sent = whatsapp.memory.sent
    .filter((one) => one.phoneNumberId === number && [phone, userIdOf(phone)].includes(one.to))
    .map(
      (one): Bubble => ({ from: 'business', id: one.id, at: 0, ...shown(one.body), statuses: one.statuses }),
    );
  const order = new Map(whatsapp.memory.sent.map((one, place) => [one.id, place]));
  return {
    numbers: whatsapp.memory.numbers,
    templates: whatsapp.memory.numbers.flatMap((one) =>
      whatsapp
        .templatesOf(one.businessAccountId)
        .map((template) => ({ ...template, waba: one.businessAccountId })),
    ),
    faults,
    kinds: Object.entries(KINDS).map(([kind, { label }]) => ({ kind, label })),
    chat: interleave(chatOf(whatsapp, number, phone), sent, order),
  };
}

/** Own words know how many messages had come when they were said. */
function interleave(mine: Bubble[], theirs: Bubble[], order: Map<string, number>): Bubble[] {
  const all = [
    ...mine.map((bubble) => ({ bubble, place: bubble.at - 0.5 })),
    ...theirs.map((bubble) => ({ bubble, place: order.get(bubble.id) ?? 0 })),
  ];
  return all.toSorted((a, b) => a.place - b.place).map(({ bubble }) => bubble);
}

function shown(body: Record<string, unknown>): Pick<Bubble, 'text' | 'options'> {
  const part = (body[String(body.type)] ?? {}) as Record<string, unknown>;
  if (body.type === 'text') return { text: String(part.body), options: [] };
  if (body.type === 'interactive') {
    const action = part.action as {
      buttons?: { reply: { id: string; title: string } }[];
      sections?: { rows: { id: string; title: string }[] }[];
    };
    const replies =
      action.buttons?.map(({ reply }) => reply) ?? action.sections?.flatMap(({ rows }) => rows) ?? [];
    return {
      text: String((part.body as { text: string }).text),
      options: replies.map(({ id, title }) => ({ id, title, template: false })),
    };
  }
  if (body.type === 'template') {
    return { text: `Plantilla ${String(part.name)}: ${JSON.stringify(part.components ?? [])}`, options: [] };
  }
  return { text: `[${String(body.type)}] ${String(part.caption ?? part.filename ?? '')}`, options: [] };
}

/** Who hides their phone is known by an id of the business's own. */
function customerOf({ phone, name, hidden }: Record<string, unknown>): Customer {
  const own = { name: String(name || 'Cliente') };
  return hidden === true
    ? { ...own, phone: null, userId: userIdOf(String(phone)), username: 'cliente.de.prueba' }
    : { ...own, phone: String(phone) };
}
const userIdOf = (phone: string) => `CL.${phone}`;

function write(whatsapp: WhatsApp, given: Record<string, unknown>): void {
  const number = whatsapp.number(String(given.number));
  const customer = customerOf(given);
  const chat = chatOf(whatsapp, number.phoneNumberId, String(given.phone));
  const message = messageOf(whatsapp, given, {
    own: chat.findLast(({ text }) => !text.startsWith('['))?.id ?? chat.at(-1)?.id,
    theirs: whatsapp.memory.sent.findLast(
      ({ phoneNumberId, to, type }) =>
        phoneNumberId === number.phoneNumberId &&
        to === (customer.phone ?? customer.userId) &&
        type !== 'reaction',
    )?.id,
  });
  const id = whatsapp.customerWrites(number, customer, message.payload);
  chat.push({
    from: 'customer',
    id,
    at: whatsapp.memory.sent.length,
    text: message.text,
    options: [],
    statuses: [],
  });
}

function messageOf(
  whatsapp: WhatsApp,
  given: Record<string, unknown>,
  last: Pick<Place, 'own' | 'theirs'>,
): Said {
  const text = String(given.text ?? '');
  if (given.kind === 'button') {
    const button_reply = { id: String(given.button), title: text };
    return { text, payload: { type: 'interactive', interactive: { type: 'button_reply', button_reply } } };
  }
  const kind = KINDS[String(given.kind)];
  return kind ? kind.make({ whatsapp, text, ...last }) : { text, payload: words(text) };
}
