/** A bot whose plan ran out, beside the playground's tills: what tests of paying share. */
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { paymentProviders } from './providers/providers.ts';
import { reconcile } from './reconcile.ts';

export const DAY = 24 * 60 * 60 * 1000;
const BOT = 64;
/** Fewer than may be begun in an hour, and asked for in a minute. */
const SAME_PAYER = 8;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Begin {
  provider?: 'flow' | 'stripe';
  mode?: 'subscription' | 'payment';
  plan_id?: string;
  plan_period?: 'monthly' | 'yearly';
  coupon?: string;
  amount?: number;
  upgrade?: boolean;
}

export interface Tills {
  server: TestServer;
  team: Team;
  /** An owner who pays: another one now and then, since each may begin only so often. */
  payer: Person;
  outside: Playground;
  /** Nothing that the tills tell arrives. */
  lost: boolean;
  /** As before anything was paid; nothing fails any more. */
  reset(): Promise<void>;
  pass(ms: number): Promise<void>;
  /** What a person chooses on /checkout. */
  begin(wish: Begin): ReturnType<TestServer['call']>;
  opened(wish: Begin): Promise<{ id: string; url: string }>;
  /** What a person does at the till; of Flow the browser comes back. */
  pay(url: string, choice?: string): Promise<void>;
  /** Everything that was told, and every task that is due. */
  heard(): Promise<void>;
  reconcile(): Promise<void>;
  /** As the page that waits asks. */
  asked(id: string): ReturnType<TestServer['call']>;
  state(id: string): Promise<string | undefined>;
  row(): Promise<Row>;
  charges(): Promise<ChargeRow[]>;
  close(): Promise<void>;
}

interface Row {
  id: number;
  status: string;
  plan_id: string;
  amount: number | null;
  ends_at: string | null;
  prepaid: boolean;
  provider_subscription: string | null;
  activated: boolean;
}
interface ChargeRow {
  id: string;
  state: string;
  amount: number;
  coupon: string | null;
  full_amount: number | null;
}

/** Starts both. */
export async function startTills(): Promise<Tills> {
  let passed = 0;
  const outside = await startPlayground(0, () => Date.now() + passed);
  const { flow, stripe } = outside;
  const server = await startTestServer({
    payments: {
      flow: { apiUrl: `${outside.url}/flow/api`, apiKey: flow.apiKey, secretKey: flow.secretKey },
      stripe: { apiUrl: outside.url, secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
    },
  });
  const team = await server.addTeam(BOT);
  const { db, jobs } = server.app;
  let resets = 0;
  let told: [flow: number, stripe: number] = [0, 0];
  const here = (url: string) => url.replace(server.app.config.publicUrl, server.url);
  stripe.hookUrl = `${server.url}/hooks/stripe`;
  // The tills call the address that the installation has; here it is another, so calls are brought by hand.
  flow.faults.forget = true;
  stripe.faults.forget = true;
  const tills: Tills = {
    server,
    team,
    outside,
    lost: false,
    payer: team.owner,
    begin(wish) {
      return server.call('POST', '/svc/main/checkout', {
        as: this.payer,
        body: { bot_id: BOT, plan_id: 'crece', plan_period: 'monthly', provider: 'flow', ...wish },
      });
    },
    async reset() {
      for (const till of [flow, stripe]) {
        Object.assign(till.faults, { silent: false, hangAt: 0, hangDone: false });
        till.hanging.release();
      }
      await db.query(sql`delete from checkouts`);
      await db.query(sql`delete from charges`);
      await db.query(sql`delete from payment_events`);
      await db.query(sql`delete from subscriptions`);
      await db.query(sql`update bots set activated = false where id = ${BOT}`);
      await db.query(sql`
        insert into subscriptions (bot_id, plan_id, status, closed_bot) values (${BOT}, 'prueba', 'expired', true)`);
      told = [flow.callbacks.made.length, stripe.callbacks.made.length];
      this.lost = false;
      resets += 1;
      if (resets % SAME_PAYER === 0) {
        this.payer = await server.addPerson(`paga${resets}`);
        await server.link(this.payer, BOT, 'propietario');
      }
      this.payer.headers = await server.signIn(this.payer);
    },
    async pass(ms) {
      passed += ms;
      server.pass(ms);
      flow.turn();
      stripe.turn();
      this.payer.headers = await server.signIn(this.payer);
    },
    async opened(wish) {
      const { status, body } = await this.begin(wish);
      if (status !== 200) throw new Error(`Not opened: ${JSON.stringify(body)}`);
      return body as { id: string; url: string };
    },
    async pay(url, choice = 'pay') {
      if (url.includes('/stripe/pay/')) {
        stripe.choose(url.split('/').at(-1) ?? '', choice);
        return;
      }
      const token = new URL(url).searchParams.get('token') ?? '';
      const back = here(flow.choose(token, choice));
      await fetch(back, { method: 'POST', headers: FORM, body: `token=${token}`, redirect: 'manual' });
    },
    async heard() {
      const made = [
        ...flow.callbacks.made.slice(told[0]).map((one) => ({ ...one, url: here(one.url) })),
        ...stripe.callbacks.made.slice(told[1]),
      ];
      told = [flow.callbacks.made.length, stripe.callbacks.made.length];
      if (!this.lost)
        for (const { url, headers, body } of made) await fetch(url, { method: 'POST', headers, body });
      await jobs.runDue();
    },
    reconcile: () => reconcile(server.app, paymentProviders(server.app)),
    asked(id) {
      return server.call('GET', `/svc/main/checkout/${id}?ask=true`, { as: this.payer });
    },
    async state(id) {
      return (await db.query<{ state: string }>(sql`select state from checkouts where id = ${id}`))[0]?.state;
    },
    async row() {
      const [found] = await db.query<Row>(sql`
        select s.id, s.status, s.plan_id, s.amount, s.ends_at, s.prepaid, s.provider_subscription, b.activated
        from subscriptions s join bots b on b.id = s.bot_id where s.bot_id = ${BOT}`);
      if (!found) throw new Error('No row');
      return found;
    },
    charges: () =>
      db.query<ChargeRow>(sql`select id, state, amount, coupon, full_amount from charges order by at, id`),
    async close() {
      await server.close();
      await outside.close();
    },
  };
  return tills;
}
