/** What is sent and what is said of it meet in two tables; both take the webhooks' parts before the sends. */
import { expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { channelWorld, chatOf } from './testing.ts';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

it('who notes that a message left holds none of its sends while it waits for a part of a webhook', async () => {
  const world = await channelWorld(await testDatabase({ engine: 'postgres' }));
  try {
    const { db } = world.server.app;
    const chat = chatOf(world);
    const { id } = await chat.talk();
    // No status comes by itself.
    world.playground.faults.statusDelay = 3e8;
    expect((await chat.reply(id, {})).body).toMatchObject({ message_status: 'queued' });
    const [held, goOn] = [gate(), gate()];
    const status = db.transaction(async (tx) => {
      // As a status that is being applied holds its part, and then asks for its send.
      await tx.query(sql`lock table hook_parts in share mode`);
      held.open();
      await goOn.opened;
      return tx.query(sql`
        select 1 from channel_sends where conversation_id = ${id} and state = 'claimed' for update nowait`);
    });
    await held.opened;
    const run = world.server.channels.lanes.runDue();
    try {
      await expect
        .poll(() =>
          db.query(sql`select 1 from pg_locks where not granted and relation = 'hook_parts'::regclass`),
        )
        .toHaveLength(1);
    } finally {
      goOn.open();
    }
    // Had the other one taken it already, the two would wait for each other.
    expect(await status).toHaveLength(1);
    expect(await run).toBe(1);
    expect((await chat.logOf(id)).at(-1)).toMatchObject({ message_status: 'sent' });
  } finally {
    await world.close();
  }
});
