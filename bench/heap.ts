/**
 * `npm run bench:heap`: what a tab and the worker hold after a collection at a bot with 10,000 waiting conversations:
 * as it is opened, and after somebody has scrolled through all of them; next to a tab that keeps everything itself. The
 * raw limit is a page that holds the same cards and nothing else.
 */

import { openNaive, openProduct } from './big-inbox/designs.ts';
import { BOT_ID, CONVERSATIONS } from './big-inbox/measured.ts';
import { Administrator } from './event-to-row/administrator.ts';
import { bounded } from './support/bounded.ts';
import { openWindow } from './support/chromium.ts';
import { overRuns, printTable, whole } from './support/figures.ts';
import { pageHeap, workerHeap } from './support/heap.ts';
import { launchServer } from './support/measured-server.ts';

const RUNS = 3;
const LIMIT = 480_000;
const MB = 1_000_000;

await bounded(LIMIT, async (atEnd) => {
  const server = await launchServer(atEnd);
  await server.fill(BOT_ID, { conversations: CONVERSATIONS, messages: 20 });
  const administrator = await Administrator.signIn(server.url);
  const figures = new Map<string, number[]>();
  const note = (what: string, bytes: number) => figures.set(what, [...(figures.get(what) ?? []), bytes / MB]);
  for (let run = 0; run < RUNS; run += 1) {
    const product = await openProduct(server.url, administrator, atEnd);
    note('product: a tab, just opened', await pageHeap(product.page));
    note('product: the worker, just opened', await workerHeap(product.page));
    await product.loadList();
    note('product: a tab that scrolled through all', await pageHeap(product.page));
    note('product: the worker then', await workerHeap(product.page));
    const second = await product.freshTab?.();
    if (second) note('product: a second tab then', await pageHeap(second));
    await product.context.close();

    const naive = await openNaive(server.url, administrator, atEnd);
    const plain = await openWindow(naive.context);
    await plain.goto(`${server.url}/healthz`);
    const empty = await pageHeap(plain);
    note('an empty page', empty);
    await naive.loadList();
    note('naive: a tab with everything in it', await pageHeap(naive.page));
    const cards = await plain.evaluate<number>(`(async () => {
      const headers = ${JSON.stringify({ ...administrator.session.credentials, 'accept-version': 'v1', 'content-type': 'application/json' })};
      globalThis.cards = [];
      for (let before; ; ) {
        const filters = { bot_id: ${BOT_ID}, state: 'pending', ...(before ? { before } : {}) };
        const body = JSON.stringify({ filters, items: 100 });
        const answer = await fetch('/svc/conversations/conversations/filter_conversation', { method: 'POST', headers, body });
        const { conversations } = await answer.json();
        cards.push(...conversations);
        const last = conversations.at(-1);
        if (conversations.length < 100) return cards.length;
        before = { last_message_date: last.last_message_date, id: last.id };
      }
    })()`);
    if (cards < CONVERSATIONS) throw new Error(`Only ${cards} cards came.`);
    note('raw limit: a page with the cards alone', await pageHeap(plain));
    await naive.context.close();
    console.error(`run ${run + 1} of ${RUNS}`);
  }
  console.log(
    `JavaScript heap in use after a collection, ${whole(CONVERSATIONS)} conversations waiting; MB, median ` +
      `(least–most) of ${RUNS} runs.`,
  );
  printTable(
    ['what', 'MB'],
    [...figures].map(([what, values]) => [what, overRuns(values)]),
  );
});
