/** A try-out added up: how many conversations would go where. */
import type { RoutingReason, TriedTalk } from '../../../contract/entities/routing.ts';

/** Where one would go: the team that gave its agent, or what it waits for. */
function placeOf({ chosen, teams, waits }: RoutingReason): string {
  const team = chosen ? teams.at(-1) : teams[0];
  const name = team?.named
    ? 'Personas de la regla'
    : team?.area
      ? `Equipo de ${team.area}`
      : 'Todo el equipo';
  if (chosen) return name;
  return waits === 'team' ? `${name}, en espera` : 'Pendientes, para todos';
}

/** The largest first. */
export function tally(talks: readonly Pick<TriedTalk, 'reason'>[]): { place: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of talks) {
    const place = placeOf(reason);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts]
    .map(([place, count]) => ({ place, count }))
    .sort((a, b) => b.count - a.count || a.place.localeCompare(b.place));
}
