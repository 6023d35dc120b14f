/** Who writes by Messenger and Instagram, as far as Meta says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { BOT, type ChannelWorld, channelWorld } from '../testing.ts';
import { type MessagingWorld, messagingOf } from './testing.ts';

const WEEK = 7 * 24 * 60 * 60_000;

describe.each(['messenger', 'instagram'] as const)('%s', (channel) => {
  let world: ChannelWorld;
  let own: MessagingWorld;
  // Of its own: weeks go by, and with them people's sessions.
  beforeAll(async () => {
    world = await channelWorld();
    own = await messagingOf(world, channel);
  });
  afterAll(() => world.close());
  const asked = (id: string) => own.messaging.memory.calls.filter((call) => call === `GET /${id}`).length;
  const nameOf = async (id: string) => {
    const { lead_id } = await own.conversationOf(id);
    const [row] = await world.server.app.db.query<{ name: string | null }>(
      sql`select name from leads where id = ${lead_id} and bot_id = ${BOT}`,
    );
    return row?.name;
  };

  it('their name is asked for once, and the client and the conversation have it', async () => {
    const customer = { ...own.somebody(), name: 'Rosa Díaz', username: 'rosa.cl' };
    await own.writes(customer, { message: { text: 'Hola' } });
    expect(await nameOf(customer.id)).toBe('Rosa Díaz');
    await own.writes(customer, { message: { text: 'Otra cosa' } });
    expect(asked(customer.id)).toBe(1);
    const { id } = await own.conversationOf(customer.id);
    const { body } = await world.server.call('GET', `/svc/conversations/conversations/${id}`, {
      as: world.team.owner,
    });
    expect(JSON.stringify(body)).toContain('Rosa Díaz');
  });

  it('who lets nobody know who they are has no name, and is asked for again a week later at the earliest', async () => {
    const customer = { ...own.somebody(), hidden: true };
    await own.writes(customer, { message: { text: 'Hola' } });
    await own.writes(customer, { message: { text: 'Sigo aquí' } });
    expect([await nameOf(customer.id), asked(customer.id)]).toEqual([null, 1]);
    world.server.pass(WEEK + 1000);
    // What is due daily first: a token that is renewed in the same moment would have it asked twice.
    await world.settle();
    await own.writes({ ...customer, hidden: false }, { message: { text: 'Volví' } });
    expect([await nameOf(customer.id), asked(customer.id)]).toEqual([customer.name, 2]);
  });

  it('a name that somebody wrote down stays', async () => {
    const customer = { ...own.somebody(), hidden: true };
    await own.writes(customer, { message: { text: 'Hola' } });
    const { lead_id } = await own.conversationOf(customer.id);
    await world.server.app.db.query(sql`update leads set name = 'La de la esquina' where id = ${lead_id}`);
    world.server.pass(WEEK + 1000);
    // What is due daily first: a token that is renewed in the same moment would have it asked twice.
    await world.settle();
    await own.writes({ ...customer, hidden: false }, { message: { text: 'Volví' } });
    expect([await nameOf(customer.id), asked(customer.id)]).toEqual(['La de la esquina', 2]);
  });

  it('a failure that passes is tried again, and stops nothing', async () => {
    const customer = own.somebody();
    const said = own.messaging.incoming(own.account, customer, { message: { text: 'Hola' } });
    own.messaging.deliver([said.change]);
    await world.playground.hooks.idle();
    world.server.pass(2_100);
    await world.server.channels.intake.runDue();
    world.playground.faults.broken = 1;
    await world.settle();
    world.server.pass(60 * 60_000);
    await world.settle();
    expect(await nameOf(customer.id)).toBe(customer.name);
  });
});
