/** The demo's bots have learnt: each has published its first version, and the shop's has read documents. */
import type { App } from '../../platform/app.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { BOTS, LINKS, PEOPLE, SHOP } from '../../platform/demo/cast.ts';
import type { Demo, DemoTools } from '../../platform/demo/demo.ts';
import { swapIn } from '../building/publish.ts';
import { keepBytes } from '../documents/store.ts';
import { insertDocuments } from './documents.ts';
import { demoModel } from './models.ts';

/** How long the bots have talked to customers: what the shop's history spans. Milliseconds. */
const OPEN_FOR = 60 * 24 * 60 * 60 * 1000;

/** @param app keeps the bytes of documents */
export const assistantDemo = (app: Pick<App, 'config'>): Demo => ({
  async fill(tx, tools) {
    await publishFirst(tx, tools);
    const documents = await insertDocuments(tx, SHOP, tools);
    return async () => {
      for (const { id, bytes } of documents) await keepBytes(app, id, bytes);
    };
  },
});

async function publishFirst(tx: Queryable, { now, ids }: DemoTools): Promise<void> {
  const clock = { now: () => new Date(now.getTime() - OPEN_FOR) };
  for (const bot of BOTS) {
    const owner = LINKS.find((link) => link.bot === bot.id && link.role === 'propietario');
    if (!owner) continue;
    await swapIn(
      tx,
      { ids, clock },
      PEOPLE[owner.person],
      { botId: bot.id, model: demoModel(bot), published: null, publishedVersion: 0 },
      { note: 'Primera versión' },
    );
  }
}
