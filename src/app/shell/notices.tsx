/**
 * Shows and rings what the hub gave this tab to show: toasts, the handover dialog, notices of the browser, sounds
 * (docs/product.md §4 Derive, §9; docs/product.md §10).
 */
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { isQuiet } from '../../../contract/notice-settings.ts';
import type { Notice } from '../../../workers/hub/surface/notice.ts';
import { inboxPath } from '../../base/client-config.ts';
import { holdFocus } from '../../base/held-focus.ts';
import { keepPlace } from '../../base/kept-place.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { keepPresses } from '../../base/steady-press.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useNotices } from '../../hub/hooks.ts';
import { useNoticeSettings } from '../../notices/notice-settings.ts';
import { type BrowserNotice, browserNotice } from '../../notices/notice-text.ts';
import { noticePermission } from '../../notices/permission.ts';
import { showNotice } from '../../notices/show-notice.ts';
import { readSounds, SOUND_KEY, soundOf, useSoundSettings } from '../../notices/sounds.ts';
import { useNoticeClicks } from '../../notices/use-notice-clicks.ts';
import { freeCorner } from '../../ui/free-corner.ts';
import { remembered } from '../../ui/stored-state.ts';
import { playTone } from '../../ui/tones.ts';
import type { DerivedNotice } from './derived-dialog.tsx';
import classes from './notices.module.css';
import { useScreenFocus } from './screen-focus.ts';

const DerivedDialog = lazyPart(() => import('./derived-dialog.tsx'));

/** The one notice of all who wait. */
const GATHERED = 'waiting';

/** Somebody is at this page: a notice of the browser would only say what they see. */
const attended = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** What the hub gave this tab before this part had loaded was kept for it (src/hub/client.ts). */
export default function Notices() {
  const navigate = useNavigate();
  const userId = usePlace().user.id;
  const sounds = useSoundSettings(userId);
  const settings = useNoticeSettings(userId);
  const [derived, setDerived] = useState<DerivedNotice[]>([]);
  const open = (url: string) => void navigate({ href: url });
  useNoticeClicks(open);
  // Here because it is the one part of the frame that is always there, and no part of any first load.
  useScreenFocus();

  /** @param id the event's: of two about one conversation the second must not be taken for the first */
  const toastOf = (id: string, title: string, text: string, url: string) => ({
    id,
    position: freeCorner(),
    autoClose: LIMITS.newConversationToast,
    title,
    message: (
      <button
        type="button"
        className={classes.open}
        onClick={() => {
          notifications.hide(id);
          open(url);
        }}
      >
        {text}
      </button>
    ),
  });
  const showToast = (id: string, title: string, text: string, url: string) =>
    notifications.show(toastOf(id, title, text, url));

  /** What grows is said where it stands, not beside it. @param gone it is no longer in sight */
  const showOrChange = (
    { position, ...toast }: ReturnType<typeof toastOf>,
    inSight: boolean,
    gone: () => void,
  ) => {
    const shown = { ...toast, onClose: gone };
    if (inSight) notifications.update(shown);
    else notifications.show({ ...shown, position });
  };

  /** Tags of what is in sight. */
  const tags = useRef(new Set<string>());
  const showByTag = ({ tag, title, body, url }: BrowserNotice) => {
    const { current: inSight } = tags;
    const toast = toastOf(tag, title, body === '' ? 'Ver' : body, url);
    showOrChange(toast, inSight.has(tag), () => inSight.delete(tag));
    inSight.add(tag);
  };

  /** Customers who wait, since the notice about them was last in sight: many are one notice. */
  const gathered = useRef(new Set<string>());
  const gather = (notice: Extract<Notice, { kind: 'pending' }>, said: BrowserNotice) => {
    const { current: ids } = gathered;
    ids.add(notice.conversationId);
    const first = ids.size === 1;
    const where = `${inboxPath()}?bot=${notice.botId}&state=pending`;
    const toast = first
      ? toastOf(GATHERED, said.title, said.body, said.url)
      : toastOf(GATHERED, `${ids.size} nuevas`, 'Hay clientes que esperan a una persona', where);
    showOrChange(toast, !first, () => ids.clear());
  };

  /** Neither counted nor shown is not wanted in any tab. */
  const wants = (kind: BrowserNotice['kind']) => settings.ways[kind].bell || settings.ways[kind].notice;

  const inApp = (notice: Notice) => {
    const said = browserNotice(notice, true, inboxPath());
    switch (notice.kind) {
      case 'pending':
        if (said && notice.assigned) showToast(notice.eventId, said.title, said.body, said.url);
        // In the inbox what waits for anybody is in the list, with its figure and sound.
        else if (said && location.pathname !== inboxPath()) gather(notice, said);
        return;
      case 'notification':
        if (said && wants(said.kind)) showByTag(said);
        return;
      case 'woke':
        if (said) showToast(notice.eventId, said.title, notice.leadName, said.url);
        return;
      case 'derived':
        setDerived((waiting) => [...waiting, notice]);
        return;
      case 'refused':
        notifications.show({
          position: freeCorner(),
          color: 'red',
          autoClose: LIMITS.notification,
          title: 'No se pudo completar',
          message: notice.message,
          role: 'alert',
        });
        return;
      // The bot talks with them: nobody is needed.
      case 'new-conversation':
      // In the list and in the conversation already.
      case 'message':
      case 'sound':
    }
  };

  const ring = (notice: Extract<Notice, { kind: 'sound' }>) => {
    if (!readSounds(remembered(SOUND_KEY))) return;
    const name = soundOf(notice.sound, sounds);
    if (name === null) return;
    playTone(name).catch((error: unknown) => console.warn('The browser did not play the tone.', error));
  };

  const show = (notice: Notice) => {
    inApp(notice);
    if (isQuiet(settings, Date.now())) return;
    if (notice.kind === 'sound') ring(notice);
    const said = browserNotice(notice, settings.show_text, inboxPath());
    if (!said || attended() || !settings.ways[said.kind].notice || noticePermission() !== 'granted') return;
    showNotice(said, open).catch((error: unknown) => console.warn('The browser showed no notice.', error));
  };
  useNotices(show);
  // Notices, bars and answers that come late move what is under a pointer: this comes with the first of them.
  useEffect(keepPresses, []);
  useEffect(holdFocus, []);
  useEffect(keepPlace, []);

  const first = derived[0];
  const alike = (notice: DerivedNotice) => notice.from === first?.from && notice.reason === first.reason;
  const next = () => setDerived((waiting) => waiting.filter((notice) => !alike(notice)));
  return (
    <>
      <Notifications position="bottom-left" limit={4} containerWidth={340} autoClose={LIMITS.notification} />
      {first ? (
        <DerivedDialog
          key={first.eventId}
          notice={first}
          more={derived.filter(alike).length - 1}
          onClose={next}
          onOpen={() => {
            next();
            open(browserNotice(first, false, inboxPath())?.url ?? inboxPath());
          }}
        />
      ) : null}
    </>
  );
}
