/** The customer's phone and the switches of what goes wrong: one page, and the few calls that it makes. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Faults, setFaults } from '../faults.ts';
import type { Hooks } from '../hooks.ts';
import { answer, jsonOf } from '../http.ts';
import type { Messaging } from '../messenger/messaging.ts';
import type { WhatsApp } from '../whatsapp/whatsapp.ts';
import { type Line, OwnWords } from './line.ts';
import { messagingLine } from './messaging-line.ts';
import { whatsappLine } from './whatsapp-line.ts';

const PAGE = readFileSync(new URL('./phone.html', import.meta.url));

/** What a phone reaches. */
export interface Phones {
  whatsapp: WhatsApp;
  messaging: Messaging;
  faults: Faults;
  hooks: Hooks;
}

const own = new WeakMap<Phones, OwnWords>();

function linesOf(phones: Phones): Line[] {
  const { whatsapp, messaging } = phones;
  const said = own.get(phones) ?? new OwnWords();
  own.set(phones, said);
  return [
    ...whatsapp.memory.numbers.map((number) => whatsappLine(whatsapp, number, said)),
    ...messaging.memory.accounts.map((account) => messagingLine(messaging, account, said)),
  ];
}

function lineOf(phones: Phones, id: unknown): Line {
  const found = linesOf(phones).find((line) => line.id === String(id));
  if (!found) throw new Error(`The playground has nothing called ${String(id)}`);
  return found;
}

/** Answers the page, its calls, and 404. */
export async function servePhone(
  phones: Phones,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { whatsapp, faults, hooks } = phones;
  // What runs on another page of this machine must not play with it.
  const foreign =
    request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] === 'cross-site';
  const at = `${request.method} ${url.pathname}`;
  if (at === 'GET /') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  } else if (at === 'GET /phone/changes') {
    stream(phones, response);
  } else if (at === 'GET /phone/state') {
    answer(
      response,
      200,
      state(phones, url.searchParams.get('number') ?? '', url.searchParams.get('phone') ?? ''),
    );
  } else if (at === 'POST /phone/write' && !foreign) {
    const { number, phone, name, hidden, kind, text, button } = await jsonOf(request);
    const holder = { phone: String(phone), name: String(name || 'Cliente'), hidden: hidden === true };
    const given = { kind: String(kind ?? 'text'), text: String(text ?? ''), button: String(button ?? '') };
    lineOf(phones, number).write(holder, given);
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
    const { hookUrl, appSecret } = lineOf(phones, number);
    const status = hookUrl === null ? 0 : await hooks.post({ url: hookUrl, appSecret }, String(body));
    answer(response, 200, { status });
  } else if (at === 'POST /phone/hook' && !foreign) {
    const { number, url: hookUrl } = await jsonOf(request);
    answer(response, 200, { handshake: await lineOf(phones, number).connect(String(hookUrl)) });
  } else answer(response, 404, { error: 'not found' });
}

function stream({ whatsapp, messaging }: Phones, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('data: hello\n\n');
  const tell = () => void response.write('data: changed\n\n');
  const ends = [whatsapp.onChange(tell), messaging.onChange(tell)];
  response.on('close', () => {
    for (const end of ends) end();
  });
}

function state(phones: Phones, number: string, phone: string) {
  const { whatsapp, faults } = phones;
  const lines = linesOf(phones);
  const line = lines.find(({ id }) => id === number);
  return {
    lines: lines.map(({ id, label, hookUrl }) => ({ id, label, hookUrl })),
    templates: whatsapp.memory.numbers.flatMap((one) =>
      whatsapp
        .templatesOf(one.businessAccountId)
        .map((template) => ({ ...template, waba: one.businessAccountId })),
    ),
    faults,
    kinds: line?.kinds ?? [],
    chat: line?.chat(phone) ?? [],
  };
}
