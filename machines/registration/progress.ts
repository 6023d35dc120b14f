/** What a registration keeps between reloads (docs/product.md §3 Registration progress), and where it goes on. */
import * as z from 'zod/mini';
import { numericId } from '../../contract/primitives.ts';
import { templateName } from '../../contract/states.ts';
import { REGISTRATION_STEPS, type RegistrationStep } from './steps.ts';

export const registrationProgress = z.object({
  /** The account's id; null during step 1. */
  user: z.nullable(numericId),
  customerId: z.nullable(z.string()),
  bot: z.nullable(numericId),
  botName: z.string(),
  botToken: z.nullable(z.string()),
  step: z.enum(REGISTRATION_STEPS),
  /** What was typed so far, never a password. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  template: templateName,
  web: z.string(),
  color: z.string(),
  welcome: z.string(),
});
export type RegistrationProgress = z.infer<typeof registrationProgress>;

export const NO_PROGRESS: RegistrationProgress = {
  user: null,
  customerId: null,
  bot: null,
  botName: '',
  botToken: null,
  step: 'account',
  name: '',
  email: '',
  phone: '',
  template: 'ecommerce',
  web: '',
  color: '#0f766e',
  welcome: '',
};

/** The furthest step that this much allows. */
function furthest(progress: RegistrationProgress): RegistrationStep {
  if (progress.user === null) return 'account';
  return progress.bot === null ? 'bot' : 'implement';
}

/**
 * Where a registration begins or goes on.
 * @param stored what was kept, whatever it is
 * @param userId who is signed in; null: nobody
 */
export function resume(stored: unknown, userId: number | null): RegistrationProgress {
  const parsed = registrationProgress.safeParse(stored);
  const kept = parsed.success ? parsed.data : null;
  // Typed before there was an account: still theirs when nobody is signed in.
  if (userId === null) return kept?.user === null ? { ...kept, step: 'account' } : NO_PROGRESS;
  const own = kept?.user === userId ? kept : { ...NO_PROGRESS, user: userId };
  const allowed = REGISTRATION_STEPS.indexOf(furthest(own));
  const wanted = Math.max(REGISTRATION_STEPS.indexOf(own.step), REGISTRATION_STEPS.indexOf('bot'));
  return { ...own, step: REGISTRATION_STEPS[Math.min(allowed, wanted)] ?? 'bot' };
}
