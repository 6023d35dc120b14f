/**
 * What the understanding of the bots is judged by: phrases that no training example repeats, with typos, missing
 * accents and Chilean usage. What is 'held out' is measured and never tuned on; constants are chosen on what is for
 * 'tuning'. The phrases are data (`by-intent.json`, `of-no-intent.json`), read here.
 */
import * as z from 'zod/mini';
import byIntent from './by-intent.json' with { type: 'json' };
import ofNoIntent from './of-no-intent.json' with { type: 'json' };

const phrase = z.string().check(z.minLength(1), z.maxLength(300));
/** By the intent that a person would expect. */
const intents = z.record(z.string(), z.array(phrase).check(z.minLength(1)));
const phrases = z.array(phrase).check(z.minLength(1));

export const byIntentFile = z.strictObject({
  ecommerceHeldOut: intents,
  ecommerceTuning: intents,
  genericaHeldOut: intents,
  cafeHeldOut: intents,
});
export const ofNoIntentFile = z.strictObject({
  outOfScopeHeldOut: phrases,
  outOfScopeTuning: phrases,
  foreignHeldOut: phrases,
  nearHeldOut: phrases,
  nearTuning: phrases,
});

export const {
  /** A shop. */
  ecommerceHeldOut,
  ecommerceTuning,
  /** An office or a service business. */
  genericaHeldOut,
  /** A bot on which nothing was tuned: shows whether the constants carry over to another subject. */
  cafeHeldOut,
} = byIntentFile.parse(byIntent);

export const {
  /** What a shop's bot has no answer for: each should end in the fallback, at worst in an offer of choices. */
  outOfScopeHeldOut,
  outOfScopeTuning,
  /** What neither a shop nor an office answers, many in the words of one: 'cuánto cuesta', 'quiero cambiar'. */
  foreignHeldOut,
  /**
   * Near misses: the frame is one that a shop, an office or a café knows ('a domicilio', 'cuánto sale'), the thing asked
   * for is none of theirs. Other things and other words in the one to tune on.
   */
  nearHeldOut,
  nearTuning,
} = ofNoIntentFile.parse(ofNoIntent);
