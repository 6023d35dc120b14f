/** A whole reason: what decided, who was asked, what became of each. */
import type { RoutingReason } from '../../../contract/entities/routing.ts';
import classes from './reason.module.css';
import { decidedText, lookedText, passedText, skillsAsked, teamTitle, waitsText } from './reason-text.ts';

export function Reason({ of: reason }: { of: RoutingReason }) {
  const passed = passedText(reason);
  const skills = skillsAsked(reason);
  const waits = waitsText(reason);
  return (
    <div className={classes.reason}>
      <p>{decidedText(reason)}</p>
      {passed === null ? null : <p>{passed}</p>}
      {skills === null ? null : <p>{skills}</p>}
      {reason.teams.map((team, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: teams have no name but their place
        <div key={place}>
          <h4>{teamTitle(team, place)}</h4>
          {team.people.length === 0 ? <p>No hay nadie en este equipo.</p> : null}
          <ul>
            {team.people.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
              <li key={at} data-chosen={one.outcome === 'chosen' || undefined}>
                {lookedText(one, team.strategy)}
              </li>
            ))}
            {team.more > 0 ? <li>Y {team.more} más.</li> : null}
          </ul>
        </div>
      ))}
      {waits === null ? null : <p>{waits}</p>}
    </div>
  );
}
