/** How the walks over all calls call those of this domain. */
import type { DomainWalk } from '../testing.ts';

export const walk: DomainWalk = { samples: { saveProactive: { body: { revision: 0, rules: [] } } } };
