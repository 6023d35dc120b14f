/** The conversations of a client that somebody sees, as SQL about `leads l`. */
import type { Viewer } from '../../contract/entities/user.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Sql, sql } from '../platform/database/database.ts';

/** Who sees every conversation is answered by the number that the database keeps. */
export const seesAll = (viewer: Viewer): boolean => viewer.base === 'administrador';

/** How many there are. */
export const countOfTalks = (viewer: Viewer): Sql =>
  seesAll(viewer)
    ? sql`l.talks`
    : sql`(select count(*)::int from conversations c where c.lead_id = l.id and ${visibleTo(viewer)})`;

/** Whether there is any. */
export const hasTalks = (viewer: Viewer): Sql =>
  seesAll(viewer)
    ? sql`(l.talks > 0)`
    : sql`exists (select 1 from conversations c where c.lead_id = l.id and ${visibleTo(viewer)})`;
