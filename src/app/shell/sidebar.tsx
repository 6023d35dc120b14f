/** The sidebar: entries with their submenus; collapsed it shows icons alone. */
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TEXTS } from '../../../contract/texts.ts';
import { usePlace } from '../../bot/place-context.ts';
import { config, inboxPath } from '../client-config.ts';
import { type NavEntry, type NavLeaf, navEntries } from './nav-entries.ts';
import { NavIcon } from './nav-icon.tsx';
import classes from './sidebar.module.css';

const leads = (leaf: Pick<NavLeaf, 'to'>, path: string) => path === leaf.to || path.startsWith(`${leaf.to}/`);

interface EntryProps {
  entry: NavEntry;
  path: string;
  collapsed: boolean;
  open: boolean;
  onToggle: () => void;
  onGo?: () => void;
}

function Entry({ entry, path, collapsed, open, onToggle, onGo }: EntryProps) {
  if (!entry.children) {
    return (
      <li>
        <Link
          to={entry.to}
          className={classes.entry}
          title={collapsed ? entry.label : undefined}
          onClick={onGo}
        >
          <NavIcon name={entry.icon} />
          <span className={classes.label}>{entry.label}</span>
        </Link>
      </li>
    );
  }
  const inside = entry.children.some((child) => leads(child, path));
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={open && !collapsed}
        data-inside={inside || undefined}
        title={collapsed ? entry.label : undefined}
        onClick={onToggle}
      >
        <NavIcon name={entry.icon} />
        <span className={classes.label}>{entry.label}</span>
        <IconChevronDown size={14} className={classes.chevron} aria-hidden="true" />
      </button>
      {open && !collapsed ? (
        <ul className={classes.children}>
          {entry.children.map((child) => (
            <li key={child.label}>
              <Link to={child.to} className={classes.child} onClick={onGo}>
                {child.label}
                {child.badge ? <span className={classes.badge}>{child.badge}</span> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

interface SidebarProps {
  collapsed: boolean;
  onExpand: () => void;
  /** A link was followed (the phone's drawer closes). */
  onGo?: () => void;
}

export function Sidebar({ collapsed, onExpand, onGo }: SidebarProps) {
  const { place, user } = usePlace();
  const path = useLocation({ select: (location) => location.pathname });
  const entries = navEntries({
    product: config().product.name,
    inboxPath: inboxPath(),
    role: place.link.role.base,
    grants: place.link.role.permissions,
    bot: place.bot,
    staff: user.staff,
  });
  const current = entries.find((entry) => entry.children?.some((child) => leads(child, path)))?.label ?? null;
  const [open, setOpen] = useState<string | null>(current);
  useEffect(() => {
    if (current) setOpen(current);
  }, [current]);

  // A deactivated bot blocks the menu (spec §2); Cuenta stays, so that a plan can be bought.
  const usable = place.bot.activated ? entries : entries.filter((entry) => entry.icon === 'account');
  return (
    <nav aria-label="Principal" className={classes.nav} data-collapsed={collapsed || undefined}>
      <ul className={classes.list}>
        {usable.map((entry) => (
          <Entry
            key={entry.label}
            entry={entry}
            path={path}
            collapsed={collapsed}
            open={open === entry.label}
            onToggle={() => {
              if (collapsed) onExpand();
              setOpen(open === entry.label && !collapsed ? null : entry.label);
            }}
            onGo={onGo}
          />
        ))}
      </ul>
      {place.bot.activated ? null : <p className={classes.blocked}>{TEXTS.activateBot}</p>}
    </nav>
  );
}
