/** The skills of people by name. Pure. */
import type { Skill } from '../../../contract/entities/skill.ts';

interface Skills {
  skills: readonly Skill[];
  given: readonly { user_id: number; skill_ids: readonly number[] }[];
}

/** The names of somebody's skills, in the order of the list. */
export function skillNames(of: Skills | undefined, userId: number): string[] {
  const ids = of?.given.find(({ user_id }) => user_id === userId)?.skill_ids ?? [];
  return (of?.skills ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
