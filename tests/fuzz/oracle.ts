/**
 * What must be so: at every moment one socket and one log's writer per browser; and once everything has healed, every
 * page shows what a fresh load answers, by the log alone, the disk too, and what people wrote is where it belongs, once.
 */
import { isDeepStrictEqual } from 'node:util';
import { stateTotals } from '../../contract/entities/counters.ts';
import { sees } from '../../machines/inbox/sight.ts';
import { topicKey } from '../../workers/hub/surface/topics.ts';
import type { Browser, Page } from '../support/hub/browser.ts';
import { BOT } from '../support/hub/hand-server.ts';
import { LISTS } from './steps.ts';
import { openPage, type Viewer, type World } from './viewer.ts';
import { judgeWork } from './work-oracle.ts';

/** After every step. */
export function watch({ viewers }: World): void {
  for (const { browser } of viewers) {
    if (browser.network.most > 1) throw new Error('a person had two sockets at once');
    const shared = browser.disk.shared('charla-log:');
    if (shared.length > 0) throw new Error(`two workers write ${shared.join()}`);
  }
}

export async function judge(world: World): Promise<void> {
  const { city, viewers } = world;
  for (const viewer of viewers) heal(viewer);
  await city.until(
    () => viewers.every(({ browser }) => browser.pages.every(({ link }) => link.state === 'ready')),
    60_000,
  );
  await city.moment(100);
  for (const viewer of viewers) await judgeWipe(viewer);
  for (const { browser } of viewers) signIn(browser);
  await city.moment(60);
  const settled = await city.until(() => viewers.every((viewer) => faultOf(world, viewer) === null), 300_000);
  if (!settled)
    throw new Error(viewers.map((viewer) => faultOf(world, viewer)).find(Boolean) ?? 'not settled');
  watch(world);
  for (const viewer of viewers) {
    await judgeDiagnostics(world, viewer.browser);
    judgeWork(world, viewer);
  }
  // What is behind the screen arrives on disk.
  await city.moment(200);
  for (const viewer of viewers) {
    if (viewer.browser.disk.failed) continue;
    await judgeDisk(world, viewer.browser);
    await judgeColdStart(world, viewer);
  }
}

/** The network is good, the pages of old builds are reloaded, everybody is signed in and looks. */
function heal(viewer: Viewer): void {
  const { browser } = viewer;
  const { network, disk } = browser;
  network.up = true;
  network.wire = 'good';
  network.fates.length = 0;
  network.deliver('as sent');
  disk.failures = 0;
  disk.shut = false;
  browser.ahead = 0;
  for (const { mortal } of browser.workers.values()) mortal.spare();
  const newest = `${browser.build}-b`;
  for (const page of [...browser.pages]) {
    page.thaw();
    if (!page.build.endsWith(newest)) browser.closePage(page, 'killed');
  }
  if (browser.pages.length === 0) openPage(viewer);
  for (const page of browser.pages) {
    page.look(true, page === browser.pages.at(-1));
    page.link.restart();
  }
}

function signIn(browser: Browser): void {
  const session = browser.newSession();
  for (const page of browser.pages) {
    page.link.api.signIn(session).catch((error: unknown) => console.warn('sign-in', error));
  }
}

/** @returns what is not as a fresh load answers, or null */
function faultOf(world: World, viewer: Viewer): string | null {
  for (const page of viewer.browser.pages) {
    const fault = faultOfPage(world, viewer, page);
    if (fault) return `user ${viewer.browser.viewer.user_id}: ${fault}`;
  }
  return null;
}

function faultOfPage({ city }: World, { browser, shown }: Viewer, page: Page): string | null {
  const { rows } = city.server;
  const { viewer } = browser;
  const state = page.value({ kind: 'connection' })?.state;
  if (state !== 'live') return `connection is ${state}`;
  const moving = (page.value({ kind: 'outbox' }) ?? []).filter((entry) =>
    ['waiting', 'sending'].includes(entry.state),
  );
  if (moving.length > 0) return `the outbox still holds ${JSON.stringify(moving)}`;
  const counters = page.value({ kind: 'counters', botId: BOT })?.byState;
  const wanted = stateTotals(rows.matrix(viewer));
  if (!isDeepStrictEqual(counters, wanted)) return differ('counters', counters, wanted);
  for (const query of LISTS) {
    const list = page.value({ kind: 'list', botId: BOT, query });
    const cards = rows.list(viewer, query);
    if (!isDeepStrictEqual(list?.cards, cards))
      return differ(`list ${JSON.stringify(query)}`, list?.cards, cards);
    if (list?.error || list?.loading || list?.partial || list?.more)
      return differ('list is not quiet', { ...list, cards: [] }, {});
  }
  for (const id of shown) {
    const topic = { kind: 'messages', botId: BOT, conversationId: id } as const;
    if (!page.showing.has(topicKey(topic))) continue;
    const messages = page.value(topic)?.messages ?? [];
    const fresh = rows.messages(viewer, id) ?? [];
    if (!isDeepStrictEqual(messages, fresh)) return differ(`messages of ${id}`, messages, fresh);
  }
  const colleagues = page.value({ kind: 'colleagues', botId: BOT });
  if (!isDeepStrictEqual(colleagues, [...rows.colleagues.values()])) {
    return differ('colleagues', colleagues, [...rows.colleagues.values()]);
  }
  return null;
}

/** Right by the log alone, not because a wrong figure was healed. After a restored database healing is what is wanted. */
async function judgeDiagnostics({ restored }: World, browser: Browser): Promise<void> {
  if (restored) return;
  for (const { hub } of browser.workers.values()) {
    const { diagnostics } = await hub.api.inspect();
    const faults = diagnostics.filter(({ kind }) => !['storage', 'reset', 'error'].includes(kind));
    if (faults.length > 0) throw new Error(`healed instead of right: ${JSON.stringify(faults)}`);
  }
}

/**
 * Where a session ended there is nothing of the log, and after a sign-out by hand nothing of the work of before: what
 * somebody wrote who signed in again, in a tab that is closed by now, waits for the same person. The empty shell of a
 * database may stay where two workers ended the session at the same time; the next start without a session goes over it.
 */
async function judgeWipe({ browser, author }: Viewer): Promise<void> {
  const { disk, pages, viewer, session } = browser;
  const over = pages.every((page) => page.value({ kind: 'connection' })?.signedOut === true);
  if (!over || disk.failed) return;
  const byHand = pages.every(({ signedOut }) => signedOut.at(-1) === 'by-hand');
  const left = (await disk.contents()).flatMap(({ name, stores }) => {
    const records = Object.values(stores).flat();
    if (name.startsWith('charla-log:')) return records;
    if (!byHand || !name.startsWith('charla-work:')) return [];
    return session === null ? records : records.filter((record) => author.hasLetGo(record));
  });
  if (left.length > 0)
    throw new Error(`after the session of ${viewer.user_id} the disk still holds ${JSON.stringify(left)}`);
}

/** Of what the viewer does not see there is no word in the local log. */
async function judgeDisk({ city }: World, browser: Browser): Promise<void> {
  const logs = (await browser.disk.contents()).filter(({ name }) => name.startsWith('charla-log:'));
  const stored = logs.map((log) => written(log)).join('\n');
  for (const { card, messages } of city.server.rows.rows.values()) {
    if (sees(browser.viewer, card)) continue;
    const told = [card.lead_name, ...messages.map(({ text }) => text)].find((text) =>
      stored.includes(`"${text}"`),
    );
    if (told) throw new Error(`the disk of ${browser.viewer.user_id} still says "${told}"`);
  }
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof Map ? [...inner] : inner instanceof Set ? [...inner] : inner,
  );

/** A start from disk alone, without a network, shows the same counters. */
async function judgeColdStart({ city }: World, viewer: Viewer): Promise<void> {
  const { browser } = viewer;
  for (const page of [...browser.pages]) browser.closePage(page, 'killed');
  browser.network.up = false;
  browser.network.cut();
  const page = openPage(viewer);
  const counters = () => page.value({ kind: 'counters', botId: BOT })?.byState;
  await city.until(() => counters() !== undefined, 3_000);
  const wanted = stateTotals(city.server.rows.matrix(browser.viewer));
  if (!isDeepStrictEqual(counters(), wanted)) throw new Error(differ('cold start', counters(), wanted));
}

function differ(what: string, have: unknown, want: unknown): string {
  return `${what}\n  have ${JSON.stringify(have)}\n  want ${JSON.stringify(want)}`;
}
