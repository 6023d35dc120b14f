/** How a list is called by what it is of. */
import { STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { config } from '../../../base/client-config.ts';
import type { InboxFilters } from './inbox-search.ts';

const SEVERAL = {
  mine: 'Mías',
  held: 'Tomadas e inactivas',
  following: 'Siguiendo',
  followed: 'Seguidas',
  mentions: 'Menciones',
  mentioned: 'Con menciones',
  overdue: 'Vencidas',
  all: 'Todas',
} as const;

const isSeveral = (state: string): state is keyof typeof SEVERAL => Object.hasOwn(SEVERAL, state);

/** A state's name, or that of several together; 'Mías', 'Siguiendo' and 'Menciones' are of whoever looks. */
export function stateName(state: NonNullable<InboxFilters['state']>): string {
  return isSeveral(state) ? SEVERAL[state] : withProduct(STATE_LABELS[state], config().product.name);
}
