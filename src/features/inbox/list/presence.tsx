/** Who types and who else looks: a line of fixed height, so that nothing jumps. */
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import type { MessagesView } from '../../../../workers/hub/surface/views.ts';
import classes from './presence.module.css';

/** 'Ana', 'Ana y Bruno', 'Ana, Bruno y 2 más'. */
export function names(all: readonly string[]): string {
  const [first = '', second = ''] = all;
  if (all.length <= 1) return first;
  if (all.length === 2) return `${first} y ${second}`;
  return `${first}, ${second} y ${all.length - 2} más`;
}

interface PresenceProps {
  view: MessagesView | undefined;
  /** Own id: oneself is not 'somebody else'. */
  me: number;
  lead: string;
}

export function Presence({ view, me, lead }: PresenceProps) {
  const typing =
    view?.typing.map(({ who, name }) => (who === 'visitor' ? lead : plainLine(name ?? 'Alguien', 60))) ?? [];
  const others =
    view?.viewing
      .filter((person) => person.id !== me)
      .map(({ name, supervisor }) => `${plainLine(name, 60)}${supervisor ? ' (supervisa)' : ''}`) ?? [];
  return (
    <div className={classes.presence}>
      <span>
        {typing.length > 0 ? `${names(typing)} ${typing.length === 1 ? 'está' : 'están'} escribiendo…` : ''}
      </span>
      <span className={classes.viewing}>
        {others.length > 0 ? `También la ${others.length === 1 ? 've' : 'ven'} ${names(others)}` : ''}
      </span>
    </div>
  );
}
