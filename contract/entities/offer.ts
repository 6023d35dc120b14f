/** Options under a person's answer, by their labels; what they may be is contract/rules/offer.ts. */
import * as z from 'zod/mini';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { shortText } from '../primitives.ts';

export const offeredLabels = z
  .array(shortText(OFFER_LIMITS.label * 2))
  .check(z.maxLength(OFFER_LIMITS.options));
