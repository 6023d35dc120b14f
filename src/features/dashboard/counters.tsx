/** The live counters of the selected bot, each leading to its conversations and to what moved it. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CONVERSATION_STATES, type ConversationState } from '../../../contract/states.ts';
import { STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { config, inboxPath } from '../../base/client-config.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useCounters } from '../../hub/hooks.ts';
import { figure } from '../../ui/money.ts';
import classes from './dashboard.module.css';

const CounterDialog = lazyPart(() => import('../inbox/supervisor/counter-dialog.tsx'));

export function Counters() {
  const { place } = usePlace();
  const counters = useCounters(place.bot.id);
  const [explained, setExplained] = useState<ConversationState | null>(null);
  const name = (state: ConversationState) => withProduct(STATE_LABELS[state], config().product.name);
  return (
    <>
      <ul className={classes.counters}>
        {CONVERSATION_STATES.map((state) => (
          <li key={state}>
            <button
              type="button"
              className={classes.figure}
              aria-label={`Explicar la cifra de ${name(state)}: ${counters ? figure(counters.byState[state]) : 'sin datos'}`}
              disabled={!counters}
              onClick={() => setExplained(state)}
            >
              {counters ? figure(counters.byState[state]) : '–'}
            </button>
            <Link to={inboxPath()} search={{ state }} className={classes.counter}>
              {name(state)}
            </Link>
          </li>
        ))}
      </ul>
      {explained ? (
        <CounterDialog
          botId={place.bot.id}
          figure={{ state: explained, channel: null }}
          onClose={() => setExplained(null)}
        />
      ) : null}
    </>
  );
}
