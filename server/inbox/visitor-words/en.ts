/** What the server says to visitors, in English. */
import type { Moment } from '../../../contract/calendar/opening-text.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { VisitorWords } from './es.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** 'today at 3:00 PM', 'on Monday at 9:00 AM', 'on January 2 at 9:00 AM'. */
function moment({ ahead, weekday, day, month, minute }: Moment): string {
  const hour = Math.floor(minute / 60) % 24;
  const time = `at ${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  if (ahead === 0) return `today ${time}`;
  if (ahead === 1) return `tomorrow ${time}`;
  return ahead < 7 ? `on ${WEEKDAYS[weekday]} ${time}` : `on ${MONTHS[month]} ${day} ${time}`;
}

export const en: VisitorWords = {
  errors: {
    bad_request: 'The request is not in the expected format.',
    unauthorized: 'Your session has ended. Open the chat again.',
    second_factor: 'Your session has ended. Open the chat again.',
    forbidden: 'You are not allowed to do this.',
    not_found: 'We could not find what you are looking for.',
    too_slow: 'The request took too long to arrive. Please try again.',
    conflict: 'The conversation has changed in the meantime.',
    already_taken: 'The conversation has changed in the meantime.',
    illegal_move: 'The conversation no longer allows this.',
    stale_view: 'The conversation has changed in the meantime.',
    too_large: 'The content is larger than allowed.',
    unsupported_type: 'This kind of file is not allowed.',
    rule: 'Something in what you entered is not valid.',
    too_many: 'Too many attempts. Please wait a moment and try again.',
    server: 'Something went wrong on the server. Please try again.',
    unavailable: 'The service is not available. Please try again in a few seconds.',
  },
  refusals: {
    noChat: 'This chat does not exist or its embed code is not valid.',
    off: 'This chat is not available right now.',
    gone: 'This chat is no longer available.',
    notConfirmed: 'This chat is not answering yet: the e-mail of its account has not been confirmed.',
    identity: 'The identity signature is not valid for this chatbot.',
    identityExpired: 'The identity signature has expired.',
    chatFull: 'There are too many people in this chat. Please try again in a few seconds.',
    crowded: 'Many people are writing right now. Please try again in a few seconds.',
    tooLong: `The message is too long: the limit is ${LIMITS.messageText.toLocaleString('en-US')} characters.`,
    nothingWritten: 'Write a message before sending it.',
    buttonGone: 'That option is no longer available.',
    fileGone: 'One of the files is not available. Please attach it again.',
    noConversation: 'We could not find that conversation.',
    rateLater: 'You can rate the conversation once it has ended.',
    rated: 'You have already rated this conversation. Thank you!',
    email: 'The e-mail address is not valid.',
    phone: 'The phone number is not valid.',
    emailInvalid: 'Enter a valid e-mail address.',
    phoneInvalid: 'Enter a valid phone number, for example +56 9 1234 5678.',
    nameMissing: 'Enter your name.',
    reachMissing: 'Enter your e-mail address or your phone number.',
    messageMissing: 'Enter your message.',
    attending: 'We are here now: write your message in the chat.',
  },
  nobody: 'Nobody is online right now. We will answer you here.',
  away: 'Nobody is online right now. We will answer you here as soon as somebody is back.',
  moment,
  closed: (opens) => `We are closed right now. We will be back ${opens} and will answer you here.`,
  wait({ unit, count }) {
    if (unit === 'hours') return count === 1 ? 'about an hour' : `about ${count} hours`;
    return count === 0 ? 'less than a minute' : `about ${count} minutes`;
  },
  usually: (usual, days) =>
    `Nobody is online right now. Over the last ${days} days we usually answered within ${usual}.`,
};
