/** CR-6 for who wrote by a channel: hooks, files, files of files, contact cards, what is said in the log and the bell. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BOT,
  type ChannelWorld,
  type Chat,
  channelWorld,
  chatOf,
  PICTURE,
  text,
} from '../channels/testing.ts';
import { exportsFolder } from '../exports/export-files.ts';
import { sql } from '../platform/database/database.ts';
import { tablesWith } from '../platform/database/testing.ts';
import { uploadsFolder } from '../platform/uploads/upload-store.ts';

let world: ChannelWorld;
let chat: Chat;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(() => world.close());

const ROSA = { phone: '56977778888', name: 'Rosa Secreta' };
const call = (method: string, path: string, body?: object) =>
  world.server.call(method, `/svc${path}`, { as: world.team.owner, ...(body ? { body } : {}) });

const files = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

it('CR-6 of who wrote by WhatsApp no id, name, word, file or hook is kept, and who writes again is somebody new', async () => {
  const { app } = world.server;
  const { whatsapp } = world.playground;
  const before = files(uploadsFolder(app));
  const { id } = await chat.talk(ROSA);
  whatsapp.customerWrites(world.number, ROSA, text('mi clave es ultrasecreta'));
  const media = whatsapp.addMedia(PICTURE, 'image/png');
  const { sha256 } = whatsapp.memory.media.get(media) ?? { sha256: '' };
  const document = { id: media, mime_type: 'image/png', sha256, filename: 'carnet_rosa.png' };
  whatsapp.customerWrites(world.number, ROSA, { type: 'document', document });
  await world.settle();
  await chat.reply(id, { text: 'anoto: ultrasecreta' });
  await world.settle();
  // Signed, and no JSON: kept as it came.
  const target = { url: `${world.server.url}/hooks/whatsapp`, appSecret: world.number.appSecret };
  await world.playground.hooks.post(target, `no soy JSON de ${ROSA.phone}: ultrasecreta`);
  await world.settle();
  const made = await call('POST', '/main/leads/exports', {
    format: 'csv',
    columns: ['name', 'phone'],
    filters: { bot_id: BOT },
  });
  const exported = (made.body as { id: string }).id;
  const state = async () =>
    ((await call('GET', `/main/leads/exports?bot_id=${BOT}`)).body as { id: string; status: string }[]).find(
      (one) => one.id === exported,
    )?.status;
  await expect.poll(state).toBe('done');
  const [row] = await app.db.query<{ lead_id: string }>(
    sql`select lead_id from conversations where id = ${id}`,
  );
  const leadId = row?.lead_id ?? '';
  await call('PUT', `/main/leads/${leadId}`, { lead: { email: 'rosa@secreta.cl' } });
  expect(await tablesWith(world.server.app.db, 'ultrasecreta')).toEqual(
    expect.arrayContaining(['events', 'hook_bodies', 'messages']),
  );
  expect(await tablesWith(world.server.app.db, ROSA.phone)).toEqual(
    expect.arrayContaining(['channel_contacts', 'hook_bodies', 'hook_parts', 'lead_identities', 'leads']),
  );
  expect(files(uploadsFolder(app)).length).toBeGreaterThan(before.length);

  expect((await call('DELETE', `/main/leads/${leadId}`)).body).toEqual({ ok: true, removed: false });
  await world.settle();
  for (const word of ['ultrasecreta', 'Secreta', 'secreta.cl', ROSA.phone, '77778888', 'carnet_rosa'])
    expect([word, await tablesWith(world.server.app.db, word)]).toEqual([word, []]);
  await expect.poll(() => files(uploadsFolder(app))).toEqual(before);
  expect(await state()).toBe('expired');
  await expect.poll(() => files(exportsFolder(app))).toEqual([]);

  // Nobody can be written to by what is left, and their next word is that of somebody new.
  await chat.reply(id, { text: '¿sigues ahí?' });
  await world.settle();
  expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'failed' });
  await call('PUT', `/conversations/conversations/${id}`, { state: 'closed' });
  const begun = await call('POST', '/conversations/conversations', { bot_id: BOT, lead_id: leadId });
  expect(begun).toMatchObject({ status: 422, body: { details: { field: 'channel' } } });
  const next = await chat.talk(ROSA);
  expect(next.id).not.toBe(id);
});
