/**
 * The rows of the list. As many places as there are clients, of which only those in sight are made, and their pages are
 * asked for as they come. The grid itself has the focus and says which row is the active one, so that scrolling a row
 * out of sight never loses it. Arrows move, Enter opens, space selects, shift with an arrow or a click selects a stretch.
 */
import IconDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { type LeadInList, USUAL_LEAD_SORT } from '../../../../contract/calls/leads.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { dateText } from '../../../ui/dates.ts';
import line from '../../../ui/list-line.module.css';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import classes from './client-grid.module.css';
import { PAGE, pageOptions, type Wanted } from './clients-queries.ts';
import { type ClientsSearch, nextSort } from './clients-search.ts';
import type { Column } from './columns.ts';
import type { ClientSelection } from './use-selection.ts';

/** Heights in px; the same in client-grid.module.css. */
const ROW = 48;
const CARD = 92;
const NAME_WIDTH = 220;
const BOX_WIDTH = 44;

interface ClientGridProps {
  botId: number;
  wanted: Wanted;
  /** The first page, and how many there are. */
  first: readonly LeadInList[];
  total: number;
  columns: readonly Column[];
  wide: boolean;
  selection: ClientSelection;
  onSort: (sort: ClientsSearch['sort']) => void;
}

const nameOf = (lead: LeadInList): string =>
  lead.name ?? lead.email ?? (lead.phone ? phoneText(lead.phone) : 'Cliente sin nombre');
const rowId = (place: number): string => `client-row-${place}`;

export function ClientGrid(props: ClientGridProps) {
  const { botId, wanted, first, total, columns, wide, selection, onSort } = props;
  const scroller = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (wide ? ROW : CARD),
    overscan: 8,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / PAGE) + 1))].filter(
    (page) => page > 1,
  );
  const others = useQueries({ queries: pages.map((page) => pageOptions(botId, wanted, page)) });
  const failed = others.find(({ isError, data }) => isError && !data);
  const leadAt = (place: number): LeadInList | undefined => {
    const page = Math.floor(place / PAGE) + 1;
    const leads = page === 1 ? first : others[pages.indexOf(page)]?.data?.leads;
    return leads?.[place % PAGE];
  };
  const here = Math.min(active, Math.max(0, total - 1));
  const go = (place: number) => {
    const next = Math.max(0, Math.min(total - 1, place));
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    return next;
  };
  const order = (sort: ClientsSearch['sort']) => {
    go(0);
    onSort(sort);
  };
  const open = (lead: LeadInList | undefined) => {
    if (lead) void navigate({ to: '/clients/detail-lead/$id', params: { id: lead._id } });
  };
  const select = (place: number, range: boolean) => {
    const lead = leadAt(place);
    if (range) void selection.selectTo(place, here);
    else if (lead) selection.toggle(lead._id, place);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const jump = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (wide ? ROW : CARD)) - 1);
    const to = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      PageDown: here + jump,
      PageUp: here - jump,
      Home: 0,
      End: total - 1,
    }[event.key];
    const own = event.target === event.currentTarget;
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const next = go(to);
      if (event.shiftKey) void selection.selectTo(next, here);
    } else if (own && event.key === 'Enter') {
      open(leadAt(here));
    } else if (own && event.key === ' ') {
      event.preventDefault();
      select(here, event.shiftKey);
    } else if (event.key === 'Escape' && selection.ids.size > 0) {
      event.stopPropagation();
      selection.clear();
    }
  };
  const onRow = (place: number, lead: LeadInList | undefined) => (event: MouseEvent<HTMLElement>) => {
    setActive(place);
    if (event.target instanceof Element && event.target.closest('a, input, label')) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) select(place, event.shiftKey);
    else if (getSelection()?.isCollapsed !== false) open(lead);
  };
  const template = wide
    ? [
        `${BOX_WIDTH}px`,
        `minmax(${NAME_WIDTH}px, ${NAME_WIDTH}fr)`,
        ...columns.map(({ width }) => `minmax(${width}px, ${width}fr)`),
      ].join(' ')
    : `${BOX_WIDTH}px minmax(0, 1fr)`;
  const least = wide ? BOX_WIDTH + NAME_WIDTH + columns.reduce((sum, { width }) => sum + width, 0) : 0;
  const layout = { gridTemplateColumns: template, minWidth: least };
  return (
    <>
      {failed ? (
        <p role="alert" className={classes.failed}>
          No pudimos cargar estos clientes.{' '}
          <button
            type="button"
            className={line.link}
            onClick={() => void Promise.all(others.map((one) => one.refetch()))}
          >
            Reintentar
          </button>
        </p>
      ) : null}
      <table
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are walked by arrows is a grid
        role="grid"
        tabIndex={0}
        aria-label="Clientes"
        aria-rowcount={total + 1}
        aria-multiselectable="true"
        aria-activedescendant={items.some(({ index }) => index === here) ? rowId(here) : undefined}
        className={classes.grid}
        data-wide={wide || undefined}
        onKeyDown={onKeyDown}
      >
        <Head columns={columns} wide={wide} sort={wanted.sort} layout={layout} onSort={order} />
        <tbody
          className={classes.rows}
          style={{ height: virtual.getTotalSize(), minWidth: least, paddingTop: items[0]?.start ?? 0 }}
        >
          {items.map(({ index }) => {
            const lead = leadAt(index);
            const chosen = lead !== undefined && selection.ids.has(lead._id);
            return (
              <tr
                key={lead?._id ?? index}
                id={rowId(index)}
                aria-rowindex={index + 2}
                aria-selected={chosen}
                data-active={index === here || undefined}
                data-client={lead?._id}
                className={classes.row}
                style={layout}
                onClick={onRow(index, lead)}
              >
                {lead ? (
                  <>
                    <td className={classes.box}>
                      <input
                        type="checkbox"
                        tabIndex={-1}
                        checked={chosen}
                        aria-label={`Seleccionar a ${nameOf(lead)}`}
                        onChange={() => undefined}
                        onClick={(event) => select(index, event.shiftKey)}
                      />
                    </td>
                    {wide ? <Cells lead={lead} columns={columns} /> : <Card lead={lead} />}
                  </>
                ) : (
                  <td className={classes.waiting}>
                    <i aria-hidden="true" />
                    <span className="visually-hidden">Cargando…</span>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

interface HeadProps {
  columns: readonly Column[];
  wide: boolean;
  sort: ClientsSearch['sort'];
  layout: { gridTemplateColumns: string; minWidth: number };
  onSort: (sort: ClientsSearch['sort']) => void;
}

function Head({ columns, wide, sort, layout, onSort }: HeadProps) {
  const shown = sort ?? USUAL_LEAD_SORT;
  const order = (by: string | undefined) =>
    by && shown === by ? 'ascending' : by && shown === `-${by}` ? 'descending' : undefined;
  const heading = (label: string, by: string | undefined) => {
    if (!by) return label;
    return (
      <button type="button" onClick={() => onSort(nextSort(sort, by))}>
        {label}
        {order(by) === 'ascending' ? <IconUp size={13} aria-hidden="true" /> : null}
        {order(by) === 'descending' ? <IconDown size={13} aria-hidden="true" /> : null}
      </button>
    );
  };
  return (
    <thead className={wide ? classes.head : 'visually-hidden'}>
      <tr aria-rowindex={1} className={classes.headings} style={layout}>
        <th scope="col">
          <span className="visually-hidden">Selección</span>
        </th>
        <th scope="col" aria-sort={order('name')}>
          {wide ? heading('Nombre', 'name') : 'Cliente'}
        </th>
        {wide
          ? columns.map((column) => (
              <th key={column.name} scope="col" aria-sort={order(column.sort)}>
                {heading(column.label, column.sort)}
              </th>
            ))
          : null}
      </tr>
    </thead>
  );
}

function Name({ lead }: { lead: LeadInList }) {
  return (
    <>
      <PersonAvatar name={nameOf(lead)} id={lead._id} size={30} />
      <Link
        to="/clients/detail-lead/$id"
        params={{ id: lead._id }}
        tabIndex={-1}
        preload={false}
        className={classes.name}
      >
        {nameOf(lead)}
      </Link>
      {lead.blocked ? <span className={classes.blocked}>Bloqueado</span> : null}
    </>
  );
}

function Cells({ lead, columns }: { lead: LeadInList; columns: readonly Column[] }) {
  return (
    <>
      <td className={classes.person}>
        <Name lead={lead} />
      </td>
      {columns.map((column) => {
        const text = column.text(lead);
        return (
          <td
            key={column.name}
            className={classes.cell}
            data-figures={column.figures}
            title={text || undefined}
          >
            {text || <span aria-hidden="true">–</span>}
          </td>
        );
      })}
    </>
  );
}

function Card({ lead }: { lead: LeadInList }) {
  return (
    <td className={classes.card}>
      <div className={classes.person}>
        <Name lead={lead} />
      </div>
      <p>
        {[phoneText(lead.phone ?? ''), lead.email].filter(Boolean).join(' · ') || 'Sin datos de contacto'}
      </p>
      <p>
        {lead.last_activity ? `Última actividad ${dateText(lead.last_activity)}` : 'Sin conversaciones'}
        {lead.tags.length > 0 ? ` · ${lead.tags.join(', ')}` : ''}
      </p>
    </td>
  );
}
