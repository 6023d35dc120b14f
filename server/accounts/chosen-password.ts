/** A password that somebody chooses for their own account: registration, reset, change. */
import { PASSWORD_TEXTS, passwordFault } from '../../contract/rules/password.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Refuses what guessers try first. Throws `Refused` rule at `password` or `password_confirmation`.
 * @param facts the person's own name and e-mail
 */
export async function requireGoodPassword(
  wish: { password: string; password_confirmation: string },
  facts: readonly string[],
): Promise<void> {
  const wrong = passwordFault(wish.password, wish.password_confirmation, facts);
  if (wrong) throw fieldFault(wrong.field, wrong.message);
  if (await isCommonPassword(wish.password)) throw fieldFault('password', PASSWORD_TEXTS.common);
}
