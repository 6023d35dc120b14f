/** Which providers this installation has: what its settings name (README 'Settings'). */
import type { PayWay } from '../../../contract/entities/checkout.ts';
import type { ProviderName } from '../../../contract/entities/subscription.ts';
import type { App } from '../../platform/app.ts';
import { Flow } from './flow.ts';
import type { PaymentProvider } from './provider.ts';
import { Stripe } from './stripe.ts';

export interface Providers {
  flow: Flow | null;
  stripe: Stripe | null;
  /** Null: not set up. */
  get(name: ProviderName | null): PaymentProvider | null;
  /** Those that may be offered now: a playground only while it answers. */
  offered(): Promise<PayWay[]>;
}

/** Makes them; nothing is asked yet. */
export function paymentProviders({ config, clock }: Pick<App, 'config' | 'clock'>): Providers {
  const now = () => clock.now();
  const site = { publicUrl: config.publicUrl, slug: config.product.slug };
  const flow = config.payments.flow ? new Flow(config.payments.flow, site, now) : null;
  const stripe = config.payments.stripe ? new Stripe(config.payments.stripe, site, now) : null;
  const all: PaymentProvider[] = [...(flow ? [flow] : []), ...(stripe ? [stripe] : [])];
  return {
    flow,
    stripe,
    get: (name) => all.find((one) => one.name === name) ?? null,
    async offered() {
      const ways: PayWay[] = [];
      for (const one of all)
        if (!one.test || (await one.answers()))
          ways.push({ provider: one.name, modes: [...one.modes], test: one.test });
      return ways;
    },
  };
}
