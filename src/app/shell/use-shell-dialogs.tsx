/** The shell's dialogs and panels: which is open, and how to open it. Each is loaded when it is first wanted. */

import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { usePlace } from '../../bot/place-context.ts';
import { askToSignOut, cancelSignOut, confirmSignOut, type Unsent } from '../../session/hub-session.ts';
import { loadChunk } from '../lazy-screen.ts';
import type { ShellActions } from './shell-actions.ts';

const EmbedDialog = lazy(() => loadChunk(() => import('../../features/embed/embed-dialog.tsx')));
const Palette = lazy(() => loadChunk(() => import('../../features/palette/palette.tsx')));
const TutorialPanel = lazy(() => loadChunk(() => import('../../features/tutorial/tutorial-panel.tsx')));
const SignOutDialog = lazy(() => loadChunk(() => import('./sign-out-dialog.tsx')));

type Open = 'embed' | 'palette' | null;

export function useShellDialogs(): { actions: ShellActions; dialogs: ReactNode } {
  const { place, places, user } = usePlace();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [tutorial, setTutorial] = useState(false);
  const [leaving, setLeaving] = useState<Unsent | null>(null);
  const close = () => setOpen(null);

  const actions = useMemo<ShellActions>(
    () => ({
      openEmbed: () => setOpen('embed'),
      openPalette: () => setOpen('palette'),
      openTutorial: () => setTutorial(true),
      removeBot: () =>
        void import('./remove-bot.ts').then(({ removeBot }) => removeBot({ place, places, user }, queries)),
      signOut: () => void askToSignOut().then(setLeaving),
    }),
    [place, places, user, queries],
  );

  useEffect(() => {
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
    <Suspense fallback={null}>
      {open === 'embed' ? <EmbedDialog onClose={close} /> : null}
      {open === 'palette' ? <Palette onClose={close} actions={actions} /> : null}
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
    </Suspense>
  );
  return { actions, dialogs };
}
