/** Whose conversations: for those who see everybody's (spec §6: an agent sees only their own). */
import { usePlace } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import classes from './list-pane.module.css';
import type { Selection } from './use-selection.ts';

export function OwnerFilter({ selection }: { selection: Selection }) {
  const { user, place } = usePlace();
  const { query, botId, showAgent } = selection;
  const colleagues = useColleagues(botId);
  const owned = query.state !== 'active' && query.state !== 'pending';
  if (place.link.role.base === 'agente' || (!owned && query.agent_id === null)) return null;
  const others = colleagues?.filter((colleague) => colleague.id !== user.id) ?? [];
  return (
    <select
      className={classes.owner}
      aria-label="Responsable"
      value={query.agent_id ?? ''}
      onChange={(event) => showAgent(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">Todos</option>
      <option value={user.id}>Mías</option>
      {others.map((colleague) => (
        <option key={colleague.id} value={colleague.id}>
          {colleague.name}
        </option>
      ))}
    </select>
  );
}
