/** Who changes a quick reply; the server judges the same. */
import type { QuickReply } from '../../../contract/calls/inbox-tools.ts';
import type { usePlace } from '../../bot/place-context.ts';

/** A shared one is changed by its author and by anyone who leads the bot. */
export const mayChange = (
  { user_id }: Pick<QuickReply, 'user_id'>,
  place: ReturnType<typeof usePlace>['place'],
  me: number,
): boolean => user_id === me || place.link.role.base !== 'agente';
