/** The table of /agentes; on a phone the same rows as cards. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { Link } from '@tanstack/react-router';
import type { AgentSummary } from '../../../contract/entities/agent.ts';
import { figure } from '../../ui/money.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import table from '../../ui/table.module.css';
import { useWide } from '../../ui/use-wide.ts';
import classes from './agent-table.module.css';
import { areasText, DASH, interventionText, roleText } from './agent-view.ts';
import { type Around, lastSeenText, type Standing, standingOf } from './presence-view.ts';
import { Stars } from './stars.tsx';

interface AgentTableProps {
  /** One page. */
  rows: readonly AgentSummary[];
  selectable: boolean;
  /** Relation ids, of other pages too. */
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  around: Around;
  /** Whether the bot has skills that are told of. */
  skilled: boolean;
}

const COLUMNS = [
  'Nombre',
  'Estado',
  'Correo',
  'Categorías',
  'Habilidades',
  'Rol',
  'Última conexión',
  'Última intervención',
  'Intervenciones',
  'Calificación',
] as const;
type Column = (typeof COLUMNS)[number];

export function AgentTable(props: AgentTableProps) {
  const wide = useWide();
  const { rows, selectable, selected, onSelect, around, skilled } = props;
  const columns = COLUMNS.filter((name) => skilled || name !== 'Habilidades');
  const ids = rows.map(({ relation_id }) => relation_id);
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  const some = ids.some((id) => selected.has(id));
  const set = (changed: readonly number[], on: boolean) => {
    const next = new Set(selected);
    for (const id of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  const selectAll = (
    <Checkbox
      aria-label={wide ? 'Seleccionar todos' : undefined}
      label={wide ? undefined : 'Seleccionar todos'}
      checked={all}
      indeterminate={!all && some}
      onChange={() => set(ids, !all)}
    />
  );
  const box = (row: AgentSummary) => (
    <Checkbox
      aria-label={`Seleccionar a ${row.name}`}
      checked={selected.has(row.relation_id)}
      onChange={(event) => set([row.relation_id], event.currentTarget.checked)}
    />
  );

  if (!wide) {
    return (
      <>
        {selectable ? <div className={classes.all}>{selectAll}</div> : null}
        <ul className={table.cards}>
          {rows.map((row) => (
            <li key={row.relation_id} className={`${table.card} ${classes.card}`}>
              <div className={classes.head}>
                {selectable ? box(row) : null}
                <Person row={row} />
                <EditLink row={row} />
              </div>
              <dl>
                {cells(row, columns, around).map(({ name, value }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <section className={table.scroll} aria-label="Tabla de agentes">
      <table className={`${table.table} ${classes.table}`} aria-label="Agentes">
        <thead>
          <tr>
            {selectable ? <th scope="col">{selectAll}</th> : null}
            {columns.map((name) => (
              <th key={name} scope="col" data-figure={name === 'Intervenciones' || undefined}>
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Editar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.relation_id} data-selected={selected.has(row.relation_id) || undefined}>
              {selectable ? <td>{box(row)}</td> : null}
              <th scope="row">
                <Person row={row} />
              </th>
              {cells(row, columns, around).map(({ name, value }) => (
                <td
                  key={name}
                  data-figure={name === 'Intervenciones' || undefined}
                  data-moment={name.startsWith('Última') || undefined}
                >
                  {value}
                </td>
              ))}
              <td>
                <EditLink row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Person({ row }: { row: AgentSummary }) {
  return (
    <span className={classes.person}>
      <PersonAvatar name={row.name} id={String(row.id)} image={row.image} size={32} />
      {row.name}
    </span>
  );
}

/** Status, where they are connected and a planned absence, each on its line. */
function StandingOf({ standing }: { standing: Standing | null }) {
  if (standing === null) return DASH;
  return (
    <span className={classes.standing}>
      <span>
        <StatusDot status={standing.dot} /> {standing.status}
      </span>
      <small>{standing.presence}</small>
      {standing.absence === null ? null : <small data-away="true">{standing.absence}</small>}
    </span>
  );
}

function EditLink({ row }: { row: AgentSummary }) {
  return (
    <Link
      to="/agente/edit/$id"
      params={{ id: String(row.relation_id) }}
      className={classes.edit}
      aria-label={`Editar a ${row.name}`}
      title="Editar"
    >
      <IconPencil size={17} aria-hidden="true" />
    </Link>
  );
}

/** Everything after the name, in the order of the columns. */
function cells(
  row: AgentSummary,
  columns: readonly Column[],
  around: Around,
): { name: Column; value: React.ReactNode }[] {
  const all: { name: Column; value: React.ReactNode }[] = [
    { name: 'Estado', value: <StandingOf standing={standingOf(row.id, around)} /> },
    { name: 'Correo', value: row.email },
    { name: 'Categorías', value: areasText(row.category) },
    { name: 'Habilidades', value: around.skills(row.id).join(', ') || DASH },
    { name: 'Rol', value: roleText(row.role.name) },
    { name: 'Última conexión', value: lastSeenText(row, around) },
    { name: 'Última intervención', value: interventionText(row.last_intervention) },
    { name: 'Intervenciones', value: figure(row.quantity_conversations) },
    { name: 'Calificación', value: row.califications === 0 ? DASH : <Stars value={row.califications} /> },
  ];
  return all.filter(({ name }) => columns.includes(name));
}
