/** The frame of every signed-in screen (docs/product.md §2 Page shell). */

import { Button, Loader } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { mainCalls } from '../../../contract/calls/main.ts';
import type { User } from '../../../contract/entities/user.ts';
import { allows } from '../../../contract/permissions.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { inboxPath } from '../../base/client-config.ts';
import { afterFirstContent } from '../../base/first-content.ts';
import { laterPart, lazyPart } from '../../base/lazy-part.tsx';
import { loadChunk } from '../../base/lazy-screen.ts';
import { useSurroundings } from '../../base/use-surroundings.ts';
import { chooseBot, pickPlace, useChosenBotId, usePlaces } from '../../bot/bots.ts';
import type { BotPlace } from '../../bot/kept-places.ts';
import { placeContext, usePlace } from '../../bot/place-context.ts';
import { Page } from '../../frame/page.tsx';
import { Pending } from '../../frame/pending.tsx';
import { seesScreen } from '../../frame/screen-access.ts';
import { shellActions } from '../../frame/shell-actions.ts';
import { useStale } from '../../hub/hooks.ts';
import { renewUser, useSession } from '../../session/session.ts';
import { useStored } from '../../ui/stored-state.ts';
import { useWide } from '../../ui/use-wide.ts';
import { begin } from './begin.ts';
import { ProductsSlot } from './products-slot.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { UnsentSlot } from './unsent-slot.tsx';
import { useKeptFiles } from './use-kept-files.ts';
import { useShellDialogs } from './use-shell-dialogs.tsx';
import { useShownBot } from './use-shown-bot.ts';
import { WindowTitle } from './window-title.tsx';

const NoAccess = lazyPart(() => import('../../frame/no-access.tsx'), <Pending />);
const NoBots = lazyPart(() => import('./no-bots.tsx'));
const ConnectionBanner = laterPart(() => import('./connection-banner.tsx'));
const IncidentBar = laterPart(() => import('./incident-bar.tsx'));
const Notices = laterPart(() => import('./notices.tsx'));
const PerformanceBar = laterPart(() => import('./performance-bar.tsx'));
const TrialBanner = laterPart(() => import('./trial-banner.tsx'));
const FactorBanner = lazyPart(() => import('./factor-banner.tsx'));
const NavDrawer = lazyPart(() => import('./nav-drawer.tsx'));

/** The menu shows its words until somebody folds it; what they chose is kept. */
const readCollapsed = (stored: unknown): boolean => stored === true;

/** Signed-in part; the route's guard keeps everybody else out. */
export function Shell() {
  useState(begin);
  const session = useSession();
  return session ? <Places user={session.user} /> : null;
}

function askAgain(keys: readonly QueryKey[]): void {
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** A bot named by the address (a link to a conversation) is the one to show. */
function useLinkedBot(places: readonly BotPlace[] | undefined): void {
  const linked = useMatches({
    select: (matches) => (matches.at(-1)?.search as { bot?: number } | undefined)?.bot ?? null,
  });
  useEffect(() => {
    if (linked !== null && places?.some(({ bot }) => bot.id === linked)) chooseBot(linked);
  }, [linked, places]);
}

function Places({ user }: { user: User }) {
  const places = usePlaces(user.id);
  const chosen = useChosenBotId();
  useLinkedBot(places.data);
  useEffect(() => {
    const renewed = async () => {
      await afterFirstContent();
      renewUser(await call(mainCalls.userData, { params: { userId: user.id } }));
    };
    renewed().catch((error: unknown) => console.warn('User not renewed.', error));
  }, [user.id]);
  useStale((queries) => {
    const topics = queries.filter((query) => query.startsWith('topic/'));
    askAgain(queries.filter((query) => !topics.includes(query)).map((query) => [query]));
    if (topics.length === 0) return;
    // Seldom, and never at once: their table is no part of the first load.
    afterFirstContent()
      .then(() => loadChunk(() => import('./stale-topics.ts')))
      .then(
        ({ staleKeys }) => askAgain(staleKeys(topics)),
        (error: unknown) => {
          console.warn('All answers are asked again.', error);
          askAgain([[]]);
        },
      );
  });

  if (places.data) {
    const place = pickPlace(places.data, chosen);
    return place ? <Frame user={user} place={place} places={places.data} /> : <NoBots />;
  }
  if (places.error) {
    return (
      <main>
        <Page
          title="No pudimos cargar tus chatbots"
          actions={<Button onClick={() => void places.refetch()}>Reintentar</Button>}
        >
          <p role="alert">{sentence(places.error)}</p>
        </Page>
      </main>
    );
  }
  return (
    <main className={classes.waiting} role="status">
      <Loader size="sm" />
      <span className="visually-hidden">Cargando…</span>
    </main>
  );
}

interface FrameProps {
  user: User;
  place: BotPlace;
  places: readonly BotPlace[];
}

function Frame({ user, place, places }: FrameProps) {
  const value = useMemo(() => ({ user, place, places }), [user, place, places]);
  useShownBot(place, places);
  return (
    <placeContext.Provider value={value}>
      <Layout />
    </placeContext.Provider>
  );
}

/** The screen, or the view without access where the route's rule says so. */
function Guarded({ path }: { path: string }) {
  const context = usePlace();
  const rule = useMatches({ select: (matches) => matches.at(-1)?.staticData.rule });
  return seesScreen(rule ?? {}, context) ? <Outlet /> : <NoAccess key={path} />;
}

function Layout() {
  useKeptFiles();
  const { actions, dialogs } = useShellDialogs();
  const wide = useWide();
  const isAround = useSurroundings();
  const [chosen, setCollapsed] = useStored('sidebar-collapsed', readCollapsed);
  const [drawer, setDrawer] = useState(false);
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const inInbox = path === inboxPath();
  const { user, place } = usePlace();
  const { bot, link } = place;
  const { id: botId, activated } = bot;
  // Why the menu is blocked is to be read, not guessed.
  const collapsed = chosen && activated;
  return (
    <shellActions.Provider value={actions}>
      <WindowTitle />
      <div className={classes.shell} data-collapsed={collapsed || undefined}>
        <a href="#contenido" className={classes.skip}>
          Saltar al contenido
        </a>
        <TopBar
          wide={wide}
          collapsed={collapsed}
          onMenu={() => (wide ? setCollapsed(!collapsed) : setDrawer(true))}
        />
        <div className={classes.banners}>
          {wide ? null : <ConnectionBanner />}
          <UnsentSlot />
          <PerformanceBar />
          {allows(link.role.permissions, 'seguimiento_incidencias', 'read') ? <IncidentBar /> : null}
          <ProductsSlot />
          {user.second_factor_due || link.second_factor_due ? <FactorBanner /> : null}
          {/* Who can't do anything about it is not told: agents work, others pay. */}
          {link.role.base === 'agente' ? null : <TrialBanner key={botId} />}
        </div>
        {wide ? (
          <aside className={classes.side}>
            {isAround ? <Sidebar collapsed={collapsed} onExpand={() => setCollapsed(false)} /> : null}
          </aside>
        ) : null}
        <main id="contenido" className={classes.main} tabIndex={-1} data-fixed={inInbox || undefined}>
          <Guarded path={path} />
        </main>
        {drawer && !wide ? <NavDrawer onClose={() => setDrawer(false)} /> : null}
        {dialogs}
        <Notices />
      </div>
    </shellActions.Provider>
  );
}
