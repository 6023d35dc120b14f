/** What differs between two states of a bot, for people: by kind, thing by thing, old words and new ones. */
import type { ComponentProps } from 'react';
import type { Difference } from '../../../contract/entities/bot-draft.ts';
import { Empty } from '../../ui/load-state.tsx';
import unfolding from '../../ui/unfolding.module.css';
import classes from './difference-list.module.css';
import { CHANGE_WORDS, counted, fieldText, KIND_TITLES, lineChanges } from './draft-words.ts';
import { EditLink } from './edit-link.tsx';
import type { EditPlace } from './edit-place.ts';

interface DifferenceListProps {
  differences: readonly Difference[];
  /** What is said when nothing differs. */
  none: string;
  /** And what one does then. */
  next: ComponentProps<typeof Empty>['next'];
  /** Where a thing is edited; left out: titles are no links. */
  place?: (difference: Difference) => EditPlace | null;
}

export function DifferenceList({ differences, none, next, place }: DifferenceListProps) {
  if (differences.length === 0) return <Empty title={none} next={next} />;
  const kinds = (Object.keys(KIND_TITLES) as Difference['kind'][]).filter((kind) =>
    differences.some((one) => one.kind === kind),
  );
  return (
    <div className={classes.kinds}>
      {kinds.map((kind) => {
        const things = differences.filter((one) => one.kind === kind);
        return (
          <section key={kind}>
            <h3>
              {KIND_TITLES[kind]} <small>{counted(things.length, 'cambio', 'cambios')}</small>
            </h3>
            <ul>
              {things.map((thing) => (
                <ChangedItem key={thing.id} thing={thing} place={place?.(thing) ?? null} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function ChangedItem({ thing, place }: { thing: Difference; place: EditPlace | null }) {
  const settings = thing.kind === 'settings';
  // Of something new or gone the fields that say nothing ('no', empty) are no news.
  const fields = thing.fields.filter(
    ({ field, before, after }) =>
      thing.change === 'changed' || (field !== 'place' && (before ?? after) !== 'no'),
  );
  return (
    <li className={classes.thing}>
      <details open={thing.change === 'changed'}>
        <summary className={unfolding.summary}>
          <span data-change={thing.change}>{CHANGE_WORDS[thing.change]}</span>
          <strong>{settings ? fieldText(thing.id) : thing.label}</strong>
        </summary>
        {place ? (
          <p className={classes.edit}>
            <EditLink place={place}>Editar</EditLink>
          </p>
        ) : null}
        <dl>
          {fields.map(({ field, before, after }) => (
            <div key={field}>
              {settings ? null : <dt>{fieldText(field)}</dt>}
              <dd>
                <Lines before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

function Lines({ before, after }: { before: string | null; after: string | null }) {
  return lineChanges(before, after).map(({ mark, text }, line) => {
    const key = `${line} ${mark} ${text}`;
    if (mark === 'removed')
      return (
        <del key={key}>
          <span className="visually-hidden">Antes: </span>
          {text}
        </del>
      );
    if (mark === 'added')
      return (
        <ins key={key}>
          <span className="visually-hidden">Ahora: </span>
          {text}
        </ins>
      );
    return <span key={key}>{text}</span>;
  });
}
