/** Tickets of a bot: their list and one of them. */
import type { Screens } from '../../frame/screen.ts';

export const ticketsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/tickets', title: 'Tickets', module: 'tickets', part: 'TicketsScreen' },
];
