/** Says new messages aloud, throttled; quiet while history loads (ux.md 'Accessibility'). */
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../contract/entities/message.ts';

/** Messages that come close together are said as one (ms). */
const GATHER = 1_200;

export function LogAnnouncer({ messages, lead }: { messages: readonly Message[]; lead: string }) {
  const last = messages.at(-1);
  const known = useRef(last?.order ?? 0);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!last || last.order <= known.current) return;
    const timer = setTimeout(() => {
      const fresh = messages.filter((message) => message.order > known.current && message.from === 'Cliente');
      known.current = last.order;
      const newest = fresh.at(-1);
      if (!newest) return;
      setSpoken(
        fresh.length === 1
          ? `${lead}: ${newest.text}`
          : `${fresh.length} mensajes nuevos de ${lead}. Último: ${newest.text}`,
      );
    }, GATHER);
    return () => clearTimeout(timer);
  }, [last, messages, lead]);
  return (
    <div role="status" className="visually-hidden">
      {spoken}
    </div>
  );
}
