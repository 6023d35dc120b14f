/** The bar over every screen: bot, connection, the agent's status, colour scheme, person. */
import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../bot/place-context.ts';
import { Mark } from '../../ui/mark.tsx';
import { config } from '../client-config.ts';
import { BotSwitcher } from './bot-switcher.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import classes from './shell.module.css';
import { StatusSelector } from './status-selector.tsx';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  wide: boolean;
  collapsed: boolean;
  onMenu: () => void;
  onSwitchBot: () => void;
}

export function TopBar({ wide, collapsed, onMenu, onSwitchBot }: TopBarProps) {
  const may = useMay();
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
      {may('live', 'read') ? <StatusSelector /> : null}
      <ColorSchemeSwitch />
      <UserMenu />
    </header>
  );
}
