/** A click on a notice brings this tab to the front; here it opens what the notice is about. */
import { useEffect, useEffectEvent } from 'react';
import { openMessage } from '../../contract/push.ts';
import { usePlace } from '../bot/place-context.ts';
import { renewPush } from './push-subscription.ts';

/** @param open takes a path of the app */
export function useNoticeClicks(open: (url: string) => void): void {
  const opened = useEffectEvent(open);
  const userId = usePlace().user.id;
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const hear = (event: MessageEvent) => {
      const said = openMessage.safeParse(event.data);
      if (said.success && /^\/(?!\/)/.test(said.data.url)) opened(said.data.url);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    navigator.serviceWorker.startMessages();
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    renewPush(userId).catch((error: unknown) =>
      console.warn('The push subscription was not renewed.', error),
    );
  }, [userId]);
}
