/** Shows and rings what the hub gave this tab to show: toasts, the handover dialog, sounds (spec §4 Derive, §9). */
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import type { Notice } from '../../../workers/hub/surface.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useNotices } from '../../hub/hooks.ts';
import { remembered } from '../../ui/stored-state.ts';
import { playTone } from '../../ui/tones.ts';
import { inboxPath } from '../client-config.ts';
import classes from './notices.module.css';
import { readSounds, SOUND_KEY, soundOf, useSoundSettings } from './sounds.ts';

const DerivedDialog = lazy(() => import('./derived-dialog.tsx'));
export type DerivedNotice = Extract<Notice, { kind: 'derived' }>;
type Target = { botId: number; conversationId: string };

const channelLabel = (channel: string): string =>
  channel in CHANNEL_LABELS ? CHANNEL_LABELS[channel as keyof typeof CHANNEL_LABELS] : channel;

/** @param early what arrived before this part had loaded; taken over once */
export default function Notices({ early }: { early: RefObject<Notice[] | null> }) {
  const navigate = useNavigate();
  const settings = useSoundSettings(usePlace().user.id);
  const [derived, setDerived] = useState<DerivedNotice[]>([]);
  const open = ({ botId, conversationId }: Target, state?: 'taken') =>
    void navigate({
      to: inboxPath(),
      search: { bot: botId, conversation: conversationId, ...(state ? { state } : {}) },
    });

  const showNewConversation = (notice: Extract<Notice, { kind: 'new-conversation' }>) => {
    const id = `new-${notice.conversationId}`;
    notifications.show({
      id,
      autoClose: LIMITS.newConversationToast,
      title: 'Nueva conversación',
      message: (
        <button
          type="button"
          className={classes.open}
          onClick={() => {
            notifications.hide(id);
            open(notice);
          }}
        >
          {notice.leadName} por {channelLabel(notice.channel)}
        </button>
      ),
    });
  };

  const show = (notice: Notice) => {
    switch (notice.kind) {
      case 'new-conversation':
        showNewConversation(notice);
        break;
      case 'derived':
        setDerived((waiting) => [...waiting, notice]);
        break;
      case 'refused':
        notifications.show({
          color: 'red',
          autoClose: LIMITS.notification,
          title: 'No se pudo completar',
          message: notice.message,
          role: 'alert',
        });
        break;
      case 'sound':
        if (readSounds(remembered(SOUND_KEY))) {
          const name = soundOf(notice.sound, settings);
          if (name === null) break;
          playTone(name).catch((error: unknown) => console.warn('The browser did not play the tone.', error));
        }
        break;
    }
  };
  useNotices(show);
  useEffect(() => {
    for (const notice of early.current ?? []) show(notice);
    early.current = null;
  });

  const first = derived[0];
  const next = () => setDerived((waiting) => waiting.slice(1));
  return (
    <>
      <Notifications position="bottom-left" limit={4} containerWidth={340} />
      {first ? (
        <Suspense fallback={null}>
          <DerivedDialog
            key={first.conversationId}
            notice={first}
            onClose={next}
            onOpen={() => {
              next();
              open(first, 'taken');
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
