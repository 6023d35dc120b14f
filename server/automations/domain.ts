/** Automations: carts that were left are written about, within rules that can be read. */
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import type { Domain } from '../platform/domain.ts';
import type { ShopReaders } from '../shops/port.ts';
import { registerTidy } from './claims/tidy.ts';
import { registerAutomations } from './routes.ts';
import { lookAtBuyers, lookSoon, registerRuns } from './runner.ts';

/** @param readers how each kind of shop is read */
export const automations = (app: App, readers: ShopReaders): Domain => ({
  name: 'automations',
  topics: ['automations'],
  calls: () => registerAutomations(app, readers),
  jobs() {
    registerRuns(app, readers);
    registerTidy(app);
  },
  entities: { automation_case: { from: 'automation_cases e', id: 'e.id', bot: 'e.bot_id' } },
});

/** What follows when a shop says that a cart or an order changed, or that a customer wants to be forgotten. */
export const buyerLookers = (app: App) => ({
  cart: ({ bot_id }: { bot_id: number }) => lookSoon(app, bot_id),
  order: async ({ id, bot_id }: { id: string; bot_id: number }) => {
    await lookAtBuyers(app, id);
    await lookSoon(app, bot_id);
  },
  forget: ({ id }: { id: string }, who: { email: string | null; phone: string | null }) =>
    forgetBuyer(app, id, who),
});

async function forgetBuyer(
  app: App,
  shopId: string,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  await app.db.query(sql`
    delete from automation_cases where shop_id = ${shopId} and (email = ${email} or phone = ${phone})`);
  await app.db.query(sql`
    delete from cart_claims where shop_id = ${shopId} and (email = ${email} or phone = ${phone})`);
}
