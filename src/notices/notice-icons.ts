/** The picture of a notification: by the name that came with it, else by its kind. */
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import IconBellRinging from '@tabler/icons-react/dist/esm/icons/IconBellRinging.mjs';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import IconRefreshAlert from '@tabler/icons-react/dist/esm/icons/IconRefreshAlert.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import IconSendOff from '@tabler/icons-react/dist/esm/icons/IconSendOff.mjs';
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import type { Notification } from '../../contract/entities/notification.ts';
import type { NoticeKind } from '../../contract/notice-settings.ts';
import { KIND_OF_ACTION } from '../../contract/told.ts';

type Icon = typeof IconMessage;

const OF_KIND: Record<NoticeKind, Icon> = {
  pending_conversation: IconMessage,
  live_chat_message: IconMessage,
  new_conversation: IconMessage,
  transfer: IconArrowsExchange,
  mention: IconAt,
  followed: IconBellRinging,
  answer_due: IconClockExclamation,
  unsent: IconSendOff,
  absence: IconCalendarOff,
  ticket: IconTicket,
  overdue: IconClockExclamation,
  campaign: IconSpeakerphone,
  automation: IconRobot,
  import: IconFileImport,
  sync: IconRefreshAlert,
  connection: IconPlugConnectedX,
  incident: IconAlertTriangle,
  billing: IconCreditCard,
};
/** Names that are none of a kind. */
const NAMED: Record<string, Icon> = { conversation: IconMessage };

export function noticeIcon({ type, item }: Pick<Notification, 'type' | 'item'>): Icon {
  return NAMED[item.icon] ?? OF_KIND[item.icon as NoticeKind] ?? OF_KIND[KIND_OF_ACTION[type]];
}
