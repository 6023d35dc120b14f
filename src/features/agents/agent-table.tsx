/** The table of /agentes; on a phone the same rows as cards. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { Link } from '@tanstack/react-router';
import type { AgentSummary } from '../../../contract/entities/agent.ts';
import { figure } from '../../ui/money.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import table from '../../ui/table.module.css';
import { useWide } from '../../ui/use-wide.ts';
import classes from './agent-table.module.css';
import { areasText, DASH, interventionText, momentText, roleText } from './agent-view.ts';
import { Stars } from './stars.tsx';

interface AgentTableProps {
  /** One page. */
  rows: readonly AgentSummary[];
  selectable: boolean;
  /** Relation ids, of other pages too. */
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

const COLUMNS = [
  'Nombre',
  'Correo',
  'Categorías',
  'Rol',
  'Última conexión',
  'Última intervención',
  'Intervenciones',
  'Calificación',
] as const;

export function AgentTable(props: AgentTableProps) {
  const wide = useWide();
  const { rows, selectable, selected, onSelect } = props;
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
                {cells(row).map(({ name, value }) => (
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
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            {selectable ? <th scope="col">{selectAll}</th> : null}
            {COLUMNS.map((name) => (
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
              {cells(row).map(({ name, value }) => (
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
function cells(row: AgentSummary): { name: (typeof COLUMNS)[number]; value: React.ReactNode }[] {
  return [
    { name: 'Correo', value: row.email },
    { name: 'Categorías', value: areasText(row.category) },
    { name: 'Rol', value: roleText(row.role.name) },
    { name: 'Última conexión', value: momentText(row.last_activity) },
    { name: 'Última intervención', value: interventionText(row.last_intervention) },
    { name: 'Intervenciones', value: figure(row.quantity_conversations) },
    { name: 'Calificación', value: row.califications === 0 ? DASH : <Stars value={row.califications} /> },
  ];
}
