/** One line of the log, by its kind. */
import { memo } from 'react';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { useLog } from './log-context.ts';
import type { LogItem } from './log-items.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-log.module.css';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import { RatingLine } from './rating-line.tsx';

export const LogRow = memo(function LogRow({ item }: { item: LogItem }) {
  switch (item.kind) {
    case 'day':
      return <p className={classes.day}>{item.text}</p>;
    case 'from':
      return <FromLine conversationId={item.conversationId} />;
    case 'new':
      return <p className={classes.new}>Nuevos</p>;
    case 'outgoing':
      return <OutgoingBubble entry={item.entry} />;
    case 'rating':
      return <RatingLine rating={item.rating} />;
    case 'message':
      return (
        <MessageBubble
          message={item.message}
          first={item.first}
          last={item.last}
          chosen={item.chosen}
          resent={item.resent}
        />
      );
  }
});

/** Where what follows was said. */
function FromLine({ conversationId }: { conversationId: string }) {
  const { channel, joined } = useLog();
  const shown = joined.get(conversationId) ?? channel;
  return (
    <p className={classes.from}>
      <ChannelIcon channel={shown} size={13} /> {CHANNEL_LABELS[shown]}
      {joined.has(conversationId) ? ' · conversación unida' : ''}
    </p>
  );
}

/** Before it is measured (px): close enough that the scrollbar hardly moves. */
export function estimate(item: LogItem | undefined): number {
  if (item?.kind !== 'message') return 44;
  const { text, attachments, buttons, cards } = item.message;
  if (item.message.from === 'system') return 34;
  const lines = Math.min(24, Math.ceil(text.length / 62));
  return (
    24 +
    lines * 21 +
    attachments.length * 200 +
    (cards ? 100 : 0) +
    (buttons.length > 0 ? 28 : 0) +
    (item.first ? 30 : 0) +
    (item.last ? 20 : 0)
  );
}

/** How far down (px) the log begins by these estimates. @param height of what is seen of it, px */
export function startOffset(
  items: readonly LogItem[],
  { index, align }: { index: number; align: 'start' | 'center' | 'end' },
  height: number,
): number {
  let above = 0;
  for (const item of items.slice(0, index)) above += estimate(item);
  const spare = height - estimate(items[index]);
  return Math.max(0, Math.round(above - { start: 0, center: spare / 2, end: spare }[align]));
}
