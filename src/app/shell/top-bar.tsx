/** The bar over every screen: bot, connection, the agent's status, colour scheme, person. */
import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePlace } from '../../bot/place-context.ts';
import { Mark } from '../../ui/mark.tsx';
import { config } from '../client-config.ts';
import { loadChunk } from '../lazy-screen.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import classes from './shell.module.css';
import { useShellActions } from './shell-actions.ts';
import { useHasTutorial } from './use-has-tutorial.ts';

// Menus bring their positioning with them: a third of the shell, and nobody opens one before the first paint.
const BotSwitcher = lazy(() => loadChunk(() => import('./bot-switcher.tsx')));
const TopBarMenus = lazy(() => loadChunk(() => import('./top-bar-menus.tsx')));

interface TopBarProps {
  wide: boolean;
  collapsed: boolean;
  onMenu: () => void;
  onSwitchBot: () => void;
}

export function TopBar({ wide, collapsed, onMenu, onSwitchBot }: TopBarProps) {
  const { place } = usePlace();
  const { openPalette, openTutorial } = useShellActions();
  const hasTutorial = useHasTutorial();
  const label = !wide ? 'Abrir el menú' : collapsed ? 'Mostrar el menú' : 'Contraer el menú';
  const Icon = !wide ? IconMenu2 : collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={classes.bar}>
      <ActionIcon aria-label={label} title={label} onClick={onMenu}>
        <Icon size={19} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
      <Link
        to="/dashboard"
        className={classes.brand}
        aria-label={`${config().product.name}: ir al Dashboard`}
      >
        <Mark size={26} />
        <span>{config().product.name}</span>
      </Link>
      <Suspense fallback={<span className={classes.botName}>{place.bot.bot_name}</span>}>
        <BotSwitcher onSwitch={onSwitchBot} />
      </Suspense>
      <ConnectionBanner />
      <ActionIcon aria-label="Buscar (Ctrl+K)" title="Buscar (Ctrl+K)" onClick={openPalette}>
        <IconSearch size={18} aria-hidden="true" />
      </ActionIcon>
      {wide && hasTutorial ? (
        <ActionIcon aria-label="Ver el tutorial de esta pantalla" title="Tutorial" onClick={openTutorial}>
          <IconPlayerPlay size={18} aria-hidden="true" />
        </ActionIcon>
      ) : null}
      <Suspense fallback={<span className={classes.menusToCome} />}>
        <TopBarMenus wide={wide} />
      </Suspense>
    </header>
  );
}
