/** Options and links under a person's answer; what they may be is contract/rules/offer.ts. */
import * as z from 'zod/mini';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { shortText } from '../primitives.ts';

export const offeredLabels = z
  .array(shortText(OFFER_LIMITS.label * 2))
  .check(z.maxLength(OFFER_LIMITS.options));

/** A button that opens a page. */
export const offeredLink = z.object({
  label: shortText(OFFER_LIMITS.label * 2),
  /** As `linkAddress` gives it (contract/rules/link-address.ts). */
  url: shortText(OFFER_LIMITS.address),
});

export const offeredLinks = z.array(offeredLink).check(z.maxLength(OFFER_LIMITS.options));
