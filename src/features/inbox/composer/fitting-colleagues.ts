/** Whom a search finds among colleagues. */
import type { Colleague } from '../../../../contract/entities/user.ts';
import { plainText } from '../../../ui/plain-text.ts';

/** Everybody but oneself with a word of the name that begins with it, or the whole name; by name. */
export function fittingColleagues<C extends Pick<Colleague, 'id' | 'name'>>(
  colleagues: readonly C[],
  me: number,
  query: string,
): C[] {
  const wanted = plainText(query).trimEnd();
  return colleagues
    .filter(({ id, name }) => {
      if (id === me) return false;
      const whole = plainText(name);
      return whole.startsWith(wanted) || whole.split(/\s+/).some((word) => word.startsWith(wanted));
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'es'));
}
