/** The sidebar: entries with their submenus; collapsed it shows icons alone. */
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TEXTS } from '../../../contract/texts.ts';
import { laterPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { holds, type NavAction, type NavEntry, type NavItem } from '../../frame/nav-entries.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { useNavEntries } from '../../frame/use-nav-entries.ts';
import { useCounters } from '../../hub/hooks.ts';
import row from '../../ui/row-button.module.css';
import { NavIcon } from './nav-icon.tsx';
import classes from './sidebar.module.css';

const BrokenMark = laterPart(() => import('./broken-mark.tsx'));

/** What entries without a screen do. */
function useNavAction(): (action: NavAction) => void {
  const { openEmbed, removeBot, signOut } = useShellActions();
  return (action) => {
    if (action === 'embed') openEmbed();
    else if (action === 'delete-bot') removeBot();
    else signOut();
  };
}

interface ItemProps {
  item: NavItem;
  path: string;
  onGo?: () => void;
}

/** An entry of a submenu: a screen, something to do, or a group of its own. */
function Child({ item, path, onGo }: ItemProps) {
  const inside = holds(item, path);
  const [open, setOpen] = useState(inside);
  const act = useNavAction();
  useEffect(() => {
    if (inside) setOpen(true);
  }, [inside]);
  if (item.children) {
    return (
      <li>
        <button
          type="button"
          className={`${row.row} ${classes.child}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {item.label}
          <IconChevronDown size={13} className={classes.chevron} aria-hidden="true" />
        </button>
        {open ? (
          <ul className={classes.children}>
            {item.children.map((child) => (
              <Child key={child.label} item={child} path={path} onGo={onGo} />
            ))}
          </ul>
        ) : null}
      </li>
    );
  }
  const { action } = item;
  if (action) {
    return (
      <li>
        <button
          type="button"
          className={`${row.row} ${classes.child}`}
          onClick={() => {
            onGo?.();
            act(action);
          }}
        >
          {item.label}
        </button>
      </li>
    );
  }
  return (
    <li>
      <Link
        to={item.to}
        className={`${row.row} ${classes.child}`}
        activeOptions={item.exact ? { exact: true, includeSearch: false } : {}}
        onClick={onGo}
      >
        {item.label}
        {item.badge ? <span className={classes.badge}>{item.badge}</span> : null}
      </Link>
    </li>
  );
}

/** How many customers wait for a person: in sight on every screen, for anyone who may see them. */
function Waiting() {
  const { place } = usePlace();
  const waiting = useCounters(place.bot.id)?.byState.pending ?? 0;
  if (waiting === 0) return null;
  return (
    <span className={classes.waiting}>
      {waiting > 99 ? '99+' : waiting}
      <span className="visually-hidden">
        {waiting === 1 ? ' cliente espera' : ' clientes esperan'} a una persona
      </span>
    </span>
  );
}

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
          className={`${row.row} ${classes.entry}`}
          title={collapsed ? entry.label : undefined}
          onClick={onGo}
        >
          <NavIcon name={entry.icon} />
          <span className={classes.label}>{entry.label}</span>
          {entry.module === 'integraciones' ? <BrokenMark of="shop" /> : null}
        </Link>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={`${row.row} ${classes.entry}`}
        aria-expanded={open && !collapsed}
        data-inside={holds(entry, path) || undefined}
        title={collapsed ? entry.label : undefined}
        onClick={onToggle}
      >
        <NavIcon name={entry.icon} />
        <span className={classes.label}>{entry.label}</span>
        {entry.icon === 'live' ? <Waiting /> : null}
        {entry.children[0]?.module === 'whatsapp_api' ? <BrokenMark of="number" /> : null}
        <IconChevronDown size={14} className={classes.chevron} aria-hidden="true" />
      </button>
      {open && !collapsed ? (
        <ul className={classes.children}>
          {entry.children.map((child) => (
            <Child key={child.label} item={child} path={path} onGo={onGo} />
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
  const { place } = usePlace();
  const path = useLocation({ select: (location) => location.pathname });
  const entries = useNavEntries();
  const current = entries.find((entry) => entry.children && holds(entry, path))?.label ?? null;
  const [open, setOpen] = useState<string | null>(current);
  useEffect(() => {
    if (current) setOpen(current);
  }, [current]);

  // A deactivated bot blocks the menu (docs/product.md §2); Cuenta stays, so that a plan can be bought.
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
