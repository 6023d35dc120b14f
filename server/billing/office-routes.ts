/** Plans, coupons and plans given by hand over HTTP, for internal accounts. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { officeCoupons, saveCoupon } from './coupons.ts';
import { billingTroubles, closeReview, grantPlan, officePlans, savePlan } from './office.ts';

/** Mounts them. */
export function registerOffice(app: App): void {
  registerCall(app, CALLS.officePlans, () => officePlans(app.db));
  registerCall(app, CALLS.savePlan, ({ session, params, body }) => savePlan(app, session, params.id, body));
  registerCall(app, CALLS.officeCoupons, () => officeCoupons(app.db));
  registerCall(app, CALLS.saveCoupon, ({ session, params, body }) =>
    saveCoupon(app, session, params.code, body),
  );
  registerCall(app, CALLS.grantPlan, ({ session, body }) => grantPlan(app, session, body));
  registerCall(app, CALLS.billingTroubles, () => billingTroubles(app));
  registerCall(app, CALLS.closeReview, ({ session, params, body }) =>
    closeReview(app, session, params.id, body.note),
  );
}
