/** Templates that may be sent, as their provider lists them; asked again when one changes (topic `templates`). */
import { useQuery } from '@tanstack/react-query';
import { inboxToolCalls } from '../../../contract/calls/inbox-tools.ts';
import type { Channel } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';

/** Every one of the channel, whatever its status. */
export function useMessageTemplates(botId: number, channel: Channel) {
  return useQuery({
    queryKey: ['message-templates', botId, channel],
    queryFn: ({ signal }) =>
      call(inboxToolCalls.messageTemplates, { params: { botId }, query: { channel }, signal }),
  });
}
