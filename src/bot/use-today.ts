/** The present day by the calendar of the shown bot, and by the server's clock: this machine's may be wrong. */
import { dayIn } from '../../contract/days.ts';
import { useServerNow } from '../ui/use-now.ts';
import { useZone } from './place-context.ts';

/** `YYYY-MM-DD`. */
export const useToday = (): string => dayIn(useServerNow(), useZone());
