/** Who may get a conversation, in the order in which they are useful: connected first, then by name. */
import type { Colleague } from '../../../../contract/entities/user.ts';
import type { Area } from '../../../../contract/states.ts';

export interface Choice extends Colleague {
  /** Works in the conversation's area (or in all). */
  fits: boolean;
  /** Names of their skills. */
  skills: readonly string[];
}

const rank = (choice: Choice): number =>
  (choice.connected ? 0 : choice.status === 'absent' ? 1 : 2) + (choice.fits ? 0 : 0.5);

/**
 * @param notTo ids that make no sense: who has it now
 * @param text narrows by name, e-mail or skill
 * @param skillsOf names of somebody's skills
 */
export function choices(
  colleagues: readonly Colleague[],
  notTo: ReadonlySet<number>,
  area: Area | null,
  text: string,
  skillsOf: (userId: number) => readonly string[] = () => [],
): Choice[] {
  const wanted = text.trim().toLocaleLowerCase('es');
  return colleagues
    .filter((one) => !notTo.has(one.id))
    .map((one) => ({ ...one, skills: skillsOf(one.id) }))
    .filter((one) => [one.name, one.email, ...one.skills].join(' ').toLocaleLowerCase('es').includes(wanted))
    .map((one) => ({
      ...one,
      fits: area === null || one.category.length === 0 || one.category.includes(area),
    }))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'es'));
}
