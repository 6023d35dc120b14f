/** Money that was paid and went back. */
import { sql } from '../platform/database/database.ts';

/** Of a charge, as `g`: its money went back, or is on its way. */
export const goesBack = sql`g.state in ('refund_wanted', 'refunded')`;
