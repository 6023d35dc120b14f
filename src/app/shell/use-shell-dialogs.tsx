/** The shell's dialogs and panels: which is open, and how to open it. Each is loaded when it is first wanted. */

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { inboxPath } from '../../base/client-config.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { loadChunk } from '../../base/lazy-screen.ts';
import { chooseBot } from '../../bot/bots.ts';
import { usePlace } from '../../bot/place-context.ts';
import type { ShellActions } from '../../frame/shell-actions.ts';
import { askToSignOut, cancelSignOut, confirmSignOut, type Unsent } from '../../session/hub-session.ts';
import { toastFailure } from '../../ui/toast.ts';
import { afterSwitch } from './after-switch.ts';

const EmbedDialog = lazyPart(() => import('../../features/embed/embed-dialog.tsx'));
const Palette = lazyPart(() => import('../../features/palette/palette.tsx'));
const DiagnosticsPanel = lazyPart(() => import('../../features/diagnostics/diagnostics-panel.tsx'));
const NewClientDialog = lazyPart(() => import('../../features/inbox/client/new-client-dialog.tsx'));
const TutorialPanel = lazyPart(() => import('../../features/tutorial/tutorial-panel.tsx'));
const SignOutDialog = lazyPart(() => import('./sign-out-dialog.tsx'));

type Open = 'embed' | 'palette' | 'new-client' | 'diagnostics' | null;

export function useShellDialogs(): { actions: ShellActions; dialogs: ReactNode } {
  const { place, places, user } = usePlace();
  const queries = useQueryClient();
  const router = useRouter();
  const [open, setOpen] = useState<Open>(null);
  const [tutorial, setTutorial] = useState(false);
  const [leaving, setLeaving] = useState<Unsent | null>(null);
  const close = () => setOpen(null);
  // A switch that still leaves its screen gives way to what was wished since.
  const wish = useRef(0);

  const actions = useMemo<ShellActions>(
    () => ({
      openEmbed: () => setOpen('embed'),
      openPalette: () => setOpen('palette'),
      openNewClient: () => setOpen('new-client'),
      openDiagnostics: () => setOpen('diagnostics'),
      openTutorial: () => setTutorial(true),
      removeBot: () =>
        void loadChunk(() => import('./remove-bot.ts')).then(
          ({ removeBot }) => removeBot({ place, places, user }, queries),
          (error: unknown) => toastFailure('No pudimos abrir la pregunta', error),
        ),
      switchBot: (botId) => {
        wish.current += 1;
        const own = wish.current;
        if (botId === place.bot.id) return;
        const to = afterSwitch(router.state.location.pathname, inboxPath());
        // First away, then the other bot: nothing of the one is asked of the other.
        if (to === null) chooseBot(botId);
        else
          void router.navigate({ to, search: {} }).then(() => {
            if (own === wish.current) chooseBot(botId);
          });
      },
      signOut: () => void askToSignOut().then(setLeaving),
    }),
    [place, places, user, queries, router],
  );

  // With the frame, not after it is painted: whoever sees it may press.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      // The browser's own search bar.
      event.preventDefault();
      setOpen((now) => (now === 'palette' ? null : 'palette'));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const dialogs = (
    <>
      {open === 'embed' ? <EmbedDialog onClose={close} /> : null}
      {open === 'palette' ? <Palette onClose={close} actions={actions} /> : null}
      {open === 'new-client' ? <NewClientDialog onClose={close} /> : null}
      {open === 'diagnostics' ? <DiagnosticsPanel onClose={close} /> : null}
      {tutorial ? <TutorialPanel onClose={() => setTutorial(false)} /> : null}
      {leaving ? (
        <SignOutDialog
          unsent={leaving}
          onLeave={confirmSignOut}
          onCancel={() => {
            cancelSignOut();
            setLeaving(null);
          }}
        />
      ) : null}
    </>
  );
  return { actions, dialogs };
}
