/** Who was away for longer than the log reaches back is not given a piece of it: they load a base, and are exact. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compactLogs } from '../../server/inbox/compaction.ts';
import { sql } from '../../server/platform/database/database.ts';
import type { TestServer } from '../../server/testing.ts';
import { Stage, startTestServer } from './stage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('INB-25 base and events below the floor: a client that was away longer than the log reaches ends with a fresh load', async () => {
  const stage = await Stage.open(server);
  const viewers = [await stage.viewer('adan', 'administrador'), await stage.viewer('ana', 'agente')];
  const [, ana] = viewers;
  const { id, who } = await stage.conversation();
  await ana?.open(id);
  const before = Math.max(
    ...(await Promise.all(viewers.map((viewer) => viewer.reached()))).map((seq) => seq ?? 0),
  );

  let open: () => void = () => undefined;
  const door = new Promise<void>((resolve) => {
    open = resolve;
  });
  const namespace = server.app.realtime.namespace('/');
  namespace.use((_, next) => void door.then(() => next()));
  await stage.act(async () => {
    namespace.disconnectSockets(true);
    await stage.write(who, 'mientras nadie escuchaba');
    for (let written = 0; written < 3; written += 1) await stage.write(stage.customer());
    const later = new Date(server.app.clock.now().getTime() + 1_000);
    await compactLogs(server.app.db, later, { keepDays: 0, keepEvents: 1 });
    const [bot] = await server.app.db.query<{ log_floor: number }>(
      sql`select log_floor from bots where id = ${stage.botId}`,
    );
    expect(bot?.log_floor).toBeGreaterThan(before);
    open();
  });
  expect(ana?.messages(id)?.messages.at(-1)).toMatchObject({ text: 'mientras nadie escuchaba' });
  await stage.close();
});
