/**
 * Stretches of values by which sums of days remember how their values are spread, so that a middle of two years is
 * found without sorting all of them: the stretch that holds it is known from the numbers, and its values alone are
 * read. Stars have a stretch each; milliseconds grow by a sixteenth from a quarter of a second to a hundred days.
 */
import { type Sql, sql } from '../platform/database/database.ts';

const STARS = [0, 1, 2, 3, 4, 5, 6];
const SHORTEST = 250;
const LONGEST = 100 * 86_400_000;

function times(): number[] {
  const edges: number[] = [];
  for (let edge = SHORTEST; edge <= LONGEST; edge = Math.ceil(edge * 1.0625)) edges.push(edge);
  return edges;
}

/** Where each stretch but the first begins. */
const EDGES: readonly number[] = [...STARS, ...times()];

/** The number of the stretch in which `value` lies, in SQL. */
export const stretchOf = (value: Sql): Sql => sql`width_bucket(${value}, ${[...EDGES]}::bigint[])::int2`;

/** From where to before where it goes. */
export const rangeOf = (stretch: number): { from: number; to: number } => ({
  from: EDGES[stretch - 1] ?? Number.MIN_SAFE_INTEGER,
  to: EDGES[stretch] ?? Number.MAX_SAFE_INTEGER,
});
