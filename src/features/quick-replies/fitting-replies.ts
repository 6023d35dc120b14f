/** What a search finds among quick replies, best first. */
import type { QuickReply } from '../../../contract/calls/inbox-tools.ts';
import { plainText } from '../../ui/plain-text.ts';

/** Shortcuts that begin with it, then those that contain it, then texts; one's own before a shared one of its name. */
export function fittingReplies<R extends Pick<QuickReply, 'shortcut' | 'text' | 'shared'>>(
  replies: readonly R[],
  query: string,
): R[] {
  const wanted = plainText(query);
  const rank = (reply: R): number => {
    const shortcut = plainText(reply.shortcut);
    if (shortcut.startsWith(wanted)) return 0;
    if (shortcut.includes(wanted)) return 1;
    return plainText(reply.text).includes(wanted) ? 2 : 3;
  };
  return replies
    .map((reply) => ({ reply, at: rank(reply) }))
    .filter(({ at }) => at < 3)
    .sort(
      (a, b) =>
        a.at - b.at ||
        a.reply.shortcut.localeCompare(b.reply.shortcut, 'es') ||
        Number(a.reply.shared) - Number(b.reply.shared),
    )
    .map(({ reply }) => reply);
}
