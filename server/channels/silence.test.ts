/** A channel whose webhooks stopped coming, and what its people hear of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../contract/entities/connection.ts';
import { sql } from '../platform/database/database.ts';
import { BOT, CAMILA, type ChannelWorld, channelWorld } from './testing.ts';

const HOUR = 60 * 60_000;
let world: ChannelWorld;
beforeAll(async () => {
  world = await channelWorld();
});
afterAll(() => world.close());

const db = () => world.server.app.db;
const writes = async (body: string) => {
  world.playground.whatsapp.customerWrites(world.number, CAMILA, { type: 'text', text: { body } });
  await world.settle();
};
const later = async (hours: number) => {
  world.server.pass(hours * HOUR);
  await world.settle();
};
const shown = async () => {
  const { body } = await world.server.call('GET', `/svc/main/connections?bot_id=${BOT}`, {
    as: world.team.owner,
  });
  return (body as Connection[])[0];
};
const told = async () =>
  (
    await db().query<{ subject: string }>(sql`
      select subject from notifications where type = 'connection' and user_id = ${world.team.owner.id} order by id`)
  ).map(({ subject }) => subject);

it('WH-8: a channel that is silent for longer than ever, while what is sent arrives, is reported once, and when it is heard again', async () => {
  // Somebody wrote every twelve hours for ten days.
  await db().query(sql`
    insert into channel_hours (connection_id, hour)
    select ${world.connection.id}, date_trunc('hour', ${world.server.app.clock.now()}::timestamptz) - n * interval '12 hours'
    from generate_series(0, 20) n`);
  await writes('Necesito ayuda con algo');
  const [conversation] = await db().query<{ id: string }>(sql`
    select id from conversations where connection_id = ${world.connection.id}`);
  const as = world.team.ana;
  await world.server.call('PUT', `/svc/conversations/conversations/${conversation?.id}`, {
    as,
    body: { state: 'taken', agent_id: as.id },
  });
  // As long as it may be silent, and nobody was written to.
  await later(20);
  expect(await shown()).toMatchObject({ state: 'ok', last_error: null });
  const { status } = await world.server.call('POST', '/svc/conversations/session_logs', {
    as,
    body: { conversation_id: conversation?.id, temporal_id: 'a-1', text: '¿Sigues ahí?' },
  });
  expect(status).toBe(200);
  await world.settle();
  await later(1);
  expect(await shown()).toMatchObject({ state: 'degraded', last_error: { kind: 'silent' } });
  expect(await told()).toEqual(['No llegan mensajes de WhatsApp']);
  await later(1);
  expect(await told()).toHaveLength(1);
  await writes('Aquí estoy');
  await later(1);
  expect(await shown()).toMatchObject({ state: 'ok', last_error: null });
  expect(await told()).toEqual(['No llegan mensajes de WhatsApp', 'Vuelven a llegar mensajes de WhatsApp']);
});
