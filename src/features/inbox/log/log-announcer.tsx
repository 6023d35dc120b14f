/**
 * Says new messages aloud, throttled and quiet while history loads; and at once that a message was not sent (docs/product.md §10
 * 'Accessibility'). The log itself is silent: scrolling puts old messages into the page again.
 */
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';

/** Messages that come close together are said as one (ms). */
const GATHER = 1_200;
/** Nobody wants a novel read aloud. */
const SPOKEN = 300;

export function LogAnnouncer({ messages, lead }: { messages: readonly Message[]; lead: string }) {
  const last = messages.at(-1);
  const known = useRef(last?.order ?? 0);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!last || last.order <= known.current) return;
    const timer = setTimeout(() => {
      const from = messages.findLastIndex((message) => message.order <= known.current) + 1;
      const fresh = messages.slice(from).filter((message) => message.from === 'Cliente');
      known.current = last.order;
      const newest = fresh.at(-1);
      if (!newest) return;
      const words =
        plainLine(newest.text, SPOKEN) || (newest.attachments.length > 0 ? 'envió un archivo' : '');
      setSpoken(
        fresh.length === 1
          ? `${lead}: ${words}`
          : `${fresh.length} mensajes nuevos de ${lead}. Último: ${words}`,
      );
    }, GATHER);
    return () => clearTimeout(timer);
  }, [last, messages, lead]);
  return (
    <>
      <div role="status" className="visually-hidden">
        {spoken}
      </div>
      <FailureAlert messages={messages} />
    </>
  );
}

/** Failures of long ago are no news: only those that happen while the conversation is open are read out. */
function FailureAlert({ messages }: { messages: readonly Message[] }) {
  const [opened] = useState(() => new Date().toISOString());
  const newest = messages.findLast(
    ({ message_status, created_at }) => message_status === 'failed' && created_at > opened,
  );
  return (
    <div role="alert" className="visually-hidden">
      {newest ? `Un mensaje no se envió. ${newest.reason ?? ''}` : ''}
    </div>
  );
}
