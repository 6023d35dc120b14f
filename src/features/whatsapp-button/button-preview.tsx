/** The button on a site, with what is not saved: the script that sites load, in a frame, told by messages what it is. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ALWAYS_OPEN } from '../../../contract/calendar/open-hours.ts';
import { calendarCalls } from '../../../contract/calls/calendar.ts';
import type { WhatsAppButton } from '../../../contract/entities/whatsapp-button.ts';
import { buttonFaults } from '../../../contract/whatsapp-button/button.ts';
import { shownButton } from '../../../contract/whatsapp-button/shown.ts';
import { call } from '../../api/call.ts';
import { SidePreview } from '../../ui/side-preview.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './whatsapp-button.module.css';

interface ButtonPreviewProps {
  bot: { id: number; token: string };
  button: WhatsAppButton;
}

export function ButtonPreview({ bot, button }: ButtonPreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame's page has asked: again whenever it loads. */
  const [asked, setAsked] = useState(0);
  const now = useServerNow();
  const calendar = useQuery({
    queryKey: ['whatsapp-button', bot.id, 'calendar'],
    queryFn: ({ signal }) => call(calendarCalls.botCalendar, { params: { id: bot.id }, signal }),
  });
  const heard = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    if (source === frame.current?.contentWindow && origin === location.origin && data === 'whatsapp')
      setAsked((times) => times + 1);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => heard(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const faults = buttonFaults(button);
  const whole = button.contacts.filter(({ id }) =>
    ['name', 'phone'].every((field) => faults[`contacts.${id}.${field}`] === undefined),
  );
  // As text: it is sent again only when something of it changed.
  const words = JSON.stringify(
    shownButton({ ...button, contacts: whole }, calendar.data ?? ALWAYS_OPEN, now),
  );
  useEffect(() => {
    if (asked > 0) frame.current?.contentWindow?.postMessage(JSON.parse(words), location.origin);
  }, [asked, words]);
  const query = new URLSearchParams({ token: bot.token, look: 'whatsapp' });
  return (
    <SidePreview
      below={
        <p className={classes.quiet}>
          {whole.length === 0
            ? 'Agrega un número para ver el botón.'
            : button.on
              ? ''
              : 'El botón está apagado: en tu sitio no se ve.'}
        </p>
      }
    >
      <div className={classes.stage}>
        <iframe
          ref={frame}
          src={`/preview_bot/${bot.id}?${query}`}
          title="Así se verá el botón de WhatsApp"
        />
      </div>
    </SidePreview>
  );
}
