/** The bar over every screen: bot, connection, the agent's status, colour scheme, person. */
import { ActionIcon } from '@mantine/core';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Link } from '@tanstack/react-router';
import { config } from '../../base/client-config.ts';
import { laterPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { useScreenTutorial } from '../../frame/use-screen-tutorial.ts';
import { Mark } from '../../ui/mark.tsx';
import classes from './shell.module.css';

// Menus bring their positioning with them: a third of the shell, and nobody opens one before the first paint.
const ConnectionBanner = laterPart(
  () => import('./connection-banner.tsx'),
  <span className={classes.space} />,
);
const BotSwitcher = laterPart(() => import('./bot-switcher.tsx'), <BotName />);
const TopBarMenus = laterPart(() => import('./top-bar-menus.tsx'), <span className={classes.menusToCome} />);

interface TopBarProps {
  wide: boolean;
  collapsed: boolean;
  onMenu: () => void;
}

function BotName() {
  return <span className={classes.botName}>{usePlace().place.bot.bot_name}</span>;
}

export function TopBar({ wide, collapsed, onMenu }: TopBarProps) {
  const { openPalette, openTutorial } = useShellActions();
  const hasTutorial = useScreenTutorial() !== undefined;
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
      <BotSwitcher />
      {wide ? <ConnectionBanner /> : <span className={classes.space} />}
      <ActionIcon aria-label="Buscar (Ctrl+K)" title="Buscar (Ctrl+K)" onClick={openPalette}>
        <IconSearch size={18} aria-hidden="true" />
      </ActionIcon>
      {wide && hasTutorial ? (
        <ActionIcon aria-label="Ver el tutorial de esta pantalla" title="Tutorial" onClick={openTutorial}>
          <IconPlayerPlay size={18} aria-hidden="true" />
        </ActionIcon>
      ) : null}
      <TopBarMenus wide={wide} />
    </header>
  );
}
