/** Lives a life of a city; then everything heals, and the oracle is asked. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Colleague } from '../../contract/entities/user.ts';
import type { Page } from '../support/hub/browser.ts';
import { City } from '../support/hub/city.ts';
import { Author } from './author.ts';
import { judge, watch } from './oracle.ts';
import { ADMIN, BRUNO, CHANGED_SIGHTS, COMMANDS, type Life, PEOPLE, type Step } from './steps.ts';
import { openPage, showConversation, type Viewer, type World } from './viewer.ts';

/** @throws what the oracle finds wrong */
export async function runLife(life: Life): Promise<void> {
  const city = new City();
  try {
    await live(city, life);
  } finally {
    city.end();
  }
}

async function live(city: City, life: Life): Promise<void> {
  const { rows } = city.server;
  for (const { user_id } of PEOPLE) rows.colleagues.set(user_id, colleague(user_id));
  for (let made = 0; made < 2; made += 1) rows.newConversation('web', null);
  const viewers = life.viewers.map((nth, at): Viewer => {
    const person = PEOPLE[nth % PEOPLE.length] ?? PEOPLE[0];
    const browser = city.addBrowser({ ...person, areas: [...person.areas] });
    return { browser, author: new Author(`b${at}`), shown: new Set() };
  });
  const world: World = { city, viewers, backup: null, restored: false };
  for (const viewer of viewers) for (let made = 0; made < life.pages; made += 1) openPage(viewer);
  await city.moment(60);
  for (const step of life.steps) {
    take(world, step);
    await city.moment();
    watch(world);
  }
  await judge(world);
}

function take(world: World, step: Step): void {
  const { city, viewers } = world;
  const card = 'at' in step ? cardAt(city, step.at) : undefined;
  if (onServer(world, step, card) || !('b' in step)) return;
  const viewer = viewers[step.b % viewers.length];
  if (!viewer || onBrowser(viewer, step)) return;
  const { pages } = viewer.browser;
  const page = 'page' in step ? pages[step.page % Math.max(1, pages.length)] : undefined;
  if (page && !viewer.author.write(step, page, card)) onPage(viewer, page, step, card);
}

/** @returns false where the step is about a browser */
function onServer(world: World, step: Step, card: Conversation | undefined): boolean {
  const { city } = world;
  const { server } = city;
  switch (step.do) {
    case 'new':
      server.rows.tick(7);
      server.rows.newConversation(step.channel, step.area);
      break;
    case 'command': {
      const command = COMMANDS[step.command];
      if (card && command) server.rows.command(card.id, command);
      break;
    }
    case 'team':
      if (card) server.rows.giveToTeam(card.id, step.area, step.agent);
      break;
    case 'say':
      server.rows.tick(5);
      if (card) server.rows.write(card.id, saidBy(step.who));
      break;
    case 'mark':
      if (card && step.area !== undefined) server.rows.categorise(card.id, step.area);
      else if (card) server.rows.patch(card.id, { unread: step.unread });
      break;
    case 'status':
      server.rows.agentStatus(BRUNO, step.away ? 'inactive' : 'active');
      break;
    case 'backup':
      world.backup = server.rows.backup();
      return true;
    case 'restore':
      if (!world.backup) return true;
      world.restored = true;
      server.restore(world.backup);
      return true;
    case 'pass':
      city.clock.pass(step.ms);
      city.head();
      return true;
    case 'sleep':
      city.clock.sleep(step.ms);
      city.head();
      return true;
    default:
      return false;
  }
  server.push();
  return true;
}

/** @returns false where the step is about a page */
function onBrowser(viewer: Viewer, step: Step): boolean {
  const { browser } = viewer;
  const { network, city, disk } = browser;
  switch (step.do) {
    case 'change sight': {
      const changed = CHANGED_SIGHTS[step.viewer] ?? CHANGED_SIGHTS[0];
      browser.viewer = { user_id: browser.viewer.user_id, base: changed.base, areas: [...changed.areas] };
      city.server.changeSight(browser.viewer);
      return true;
    }
    case 'wire':
      network.wire = step.wire;
      return true;
    case 'deliver':
      network.deliver(step.order);
      return true;
    case 'cut':
      network.cut();
      return true;
    case 'offline':
      network.up = false;
      network.cut();
      city.clock.pass(step.ms);
      network.up = true;
      return true;
    case 'fates':
      network.fates.push(...step.fates);
      return true;
    case 'disk':
      if (step.shut) disk.shut = !disk.shut;
      else disk.failures = step.writes;
      return true;
    case 'clock':
      browser.ahead = step.ahead;
      return true;
    case 'die':
      for (const { mortal } of browser.workers.values()) mortal.dieAfter(step.after);
      return true;
    case 'open':
      if (browser.pages.length < 4) openPage(viewer);
      return true;
    case 'deploy':
      if (browser.build < 3) browser.build += 1;
      openPage(viewer);
      return true;
    case 'expire':
      city.server.expire(browser.viewer.user_id);
      return true;
    default:
      return false;
  }
}

function onPage(viewer: Viewer, page: Page, step: Step, card: Conversation | undefined): void {
  const { browser, author } = viewer;
  switch (step.do) {
    case 'close':
      browser.closePage(page, step.how);
      return;
    case 'look':
      page.look(step.visible, step.visible);
      return;
    case 'freeze':
      if (step.frozen) page.freeze();
      else page.thaw();
      return;
    case 'show':
      if (!card) return;
      viewer.shown.add(card.id);
      showConversation(page, card.id);
      return;
    case 'sign out':
      if (page.link.state !== 'ready') return;
      author.letGo(browser.city.uuid());
      browser.session = null;
      page.link.api.signOut('by-hand').catch(gone);
      return;
    case 'sign in':
      // A person who signs in has waited for the end of the session before.
      if (page.link.state === 'ready') page.link.api.signIn(browser.newSession()).catch(gone);
  }
}

/** A call that its worker did not survive. */
const gone = (error: unknown): void => {
  if (!(error instanceof Error)) throw error;
};

function cardAt({ server }: City, at: number): Conversation | undefined {
  const rows = [...server.rows.rows.values()];
  return rows[at % Math.max(1, rows.length)]?.card;
}

function saidBy(who: 'customer' | 'colleague' | 'owner'): Partial<Message> & Pick<Message, 'from'> {
  if (who === 'customer') return { from: 'Cliente' };
  const id = who === 'colleague' ? BRUNO : ADMIN;
  return { from: 'agent', agent: { id, name: `Agente ${id}`, image: null } };
}

function colleague(id: number): Colleague {
  return {
    id,
    relation_id: id,
    name: `Agente ${id}`,
    email: `${id}@charla.test`,
    image: null,
    role: id === ADMIN ? 'administrador' : 'agente',
    category: [],
    status: 'active',
    since: '2026-11-21T00:00:00.000Z',
    connected: true,
  };
}
