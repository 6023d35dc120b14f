/**
 * One agent writes, attaches a file, answers and closes; the worker is killed at every single step of it in turn, with
 * good answers and with lost ones. Whatever was called durable arrives, and nothing arrives twice.
 */
import { expect, it } from 'vitest';
import type { ConversationState } from '../../contract/states.ts';
import { City } from '../support/hub/city.ts';
import { BOT } from '../support/hub/hand-server.ts';
import { quietly } from './lives.ts';
import { ANA } from './steps.ts';

const TEXTS = ['con un archivo', 'y otra cosa'];

/** @returns whether the worker died: false says that there are no more steps */
async function killedAfter(steps: number, lost: boolean): Promise<boolean> {
  const city = new City();
  const { rows } = city.server;
  rows.newConversation('web', null);
  const id = [...rows.rows.keys()][0] ?? '';
  rows.command(id, { type: 'take', agent_id: ANA });
  const browser = city.addBrowser({ user_id: ANA, base: 'agente', areas: [] });
  const page = browser.openPage();
  const { api } = page.link;
  for (const topic of [
    { kind: 'outbox' },
    { kind: 'messages', botId: BOT, conversationId: id },
    { kind: 'draft', conversationId: id, mode: 'reply' },
  ] as const)
    page.show(topic);
  await city.until(
    () => (page.value({ kind: 'messages', botId: BOT, conversationId: id })?.messages.length ?? 0) > 0,
    5_000,
  );
  const [worker] = browser.workers.values();
  worker?.mortal.dieAfter(steps);
  if (lost) browser.network.fates.push('lost', 'lost', 'lost');

  const durable = new Set<string>();
  const write = async () => {
    const blob = new Blob(['contenido'], { type: 'text/plain' });
    await api.attach({ botId: BOT, conversationId: id, mode: 'reply', name: 'boleta.txt', blob });
    await city.moment(30);
    const files = page.value({ kind: 'draft', conversationId: id, mode: 'reply' })?.files ?? [];
    await api.send({
      botId: BOT,
      conversationId: id,
      text: TEXTS[0] ?? '',
      note: false,
      files: files.map((file) => file.id),
    });
    durable.add(TEXTS[0] ?? '');
    await api.send({ botId: BOT, conversationId: id, text: TEXTS[1] ?? '', note: false });
    durable.add(TEXTS[1] ?? '');
    await api.changeLater(BOT, id, { state: 'closed' });
    durable.add('closed');
  };
  let over = false;
  write().then(
    () => (over = true),
    () => (over = true),
  );
  await city.until(() => over, 20_000);
  const quiet = () => page.link.state === 'ready' && (page.value({ kind: 'outbox' }) ?? []).length === 0;
  // What the page shows is behind its worker by a tick, and behind its worker's death by a moment.
  await city.moment(200);
  await city.until(quiet, 120_000);

  const at = `killed after ${steps} steps`;
  expect(page.value({ kind: 'outbox' }), at).toEqual([]);
  const row = rows.rows.get(id);
  const own = row?.messages.filter(({ from }) => from === 'agent') ?? [];
  const sent = own.map(({ text }) => text);
  // Each once, in order; what was not called durable may be there or not.
  expect(sent, at).toEqual(TEXTS.filter((text) => durable.has(text) || sent.includes(text)));
  const state: ConversationState | undefined = row?.card.state;
  if (durable.has('closed')) expect(state, at).toBe('closed');
  if (sent.includes(TEXTS[0] ?? '')) {
    // The upload was kept once, whatever was asked again.
    expect(city.server.files.size, at).toBeLessThanOrEqual(1);
    expect(own[0]?.attachments.length, at).toBe(city.server.files.size);
  }
  const draft = page.value({ kind: 'draft', conversationId: id, mode: 'reply' });
  // A file is beside its draft or in the message, never in both.
  if (city.server.files.size > 0) expect(draft?.files ?? [], at).toEqual([]);
  return worker?.mortal.dead ?? false;
}

it('OUT-15 killed at any step, what was durable happens once', { timeout: 300_000 }, async () => {
  await quietly(async () => {
    for (const lost of [false, true]) {
      let steps = 0;
      // Pauses after lost answers are many steps in which nothing happens.
      while (await killedAfter(steps, lost)) steps += lost ? 3 : 1;
      expect(steps).toBeGreaterThan(50);
    }
  });
});
