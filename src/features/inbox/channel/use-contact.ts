/** Who the customer is to the channel, and how the number or account is that they write to. */
import { useQuery } from '@tanstack/react-query';
import { channelCalls } from '../../../../contract/calls/channels.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { call } from '../../../api/call.ts';

/** Asked again when the bot's connections change (src/app/shell/stale-topics.ts). Null: the channel knows nobody. */
export const useContact = (card: Pick<Conversation, 'id' | 'bot_id' | 'lead_name'>) =>
  useQuery({
    queryKey: ['channel-contact', card.bot_id, card.id, card.lead_name],
    queryFn: ({ signal }) => call(channelCalls.channelContact, { params: { id: card.id }, signal }),
  });
