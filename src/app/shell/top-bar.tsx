/** The bar over every screen: bot, connection, the agent's status, colour scheme, person. */
import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Link } from '@tanstack/react-router';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { Mark } from '../../ui/mark.tsx';
import { config } from '../client-config.ts';
import { Bell } from './bell.tsx';
import { BotSwitcher } from './bot-switcher.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import classes from './shell.module.css';
import { useShellActions } from './shell-actions.ts';
import { StatusSelector } from './status-selector.tsx';
import { useHasTutorial } from './use-has-tutorial.ts';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  wide: boolean;
  collapsed: boolean;
  onMenu: () => void;
  onSwitchBot: () => void;
}

export function TopBar({ wide, collapsed, onMenu, onSwitchBot }: TopBarProps) {
  const may = useMay();
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
      <BotSwitcher onSwitch={onSwitchBot} />
      <ConnectionBanner />
      <ActionIcon aria-label="Buscar (Ctrl+K)" title="Buscar (Ctrl+K)" onClick={openPalette}>
        <IconSearch size={18} aria-hidden="true" />
      </ActionIcon>
      {wide && hasTutorial ? (
        <ActionIcon aria-label="Ver el tutorial de esta pantalla" title="Tutorial" onClick={openTutorial}>
          <IconPlayerPlay size={18} aria-hidden="true" />
        </ActionIcon>
      ) : null}
      {place.bot.flags.notification_bell ? <Bell key={place.bot.id} /> : null}
      {may('live', 'read') ? <StatusSelector /> : null}
      {wide ? <ColorSchemeSwitch /> : null}
      <UserMenu />
    </header>
  );
}
