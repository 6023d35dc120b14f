/** How a list is called by what it is of. */
import { STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { config } from '../../../base/client-config.ts';
import type { InboxFilters } from './inbox-search.ts';

const SEVERAL = { mine: 'Mías', held: 'Tomadas e inactivas', all: 'Todas' } as const;

/** A state's name, or that of several together; 'Mías' are of whoever looks. */
export function stateName(state: NonNullable<InboxFilters['state']>): string {
  return state === 'mine' || state === 'held' || state === 'all'
    ? SEVERAL[state]
    : withProduct(STATE_LABELS[state], config().product.name);
}
