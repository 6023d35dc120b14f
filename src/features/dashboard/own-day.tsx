/** 'Tu día': what an agent sees first when they begin, of themself alone; each figure explains itself. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import plain from '../../ui/plain-button.module.css';
import classes from './dashboard.module.css';
import { clockOf, type DayFigure, dayFigures } from './own-day-view.ts';

const OwnDayDialog = lazyPart(() => import('./own-day-dialog.tsx'));
const KEY = 'own-day';
/** It moves while people work: asked again this long after something happened. Milliseconds. */
const AGAIN = 5_000;

export function OwnDaySection() {
  const { place } = usePlace();
  const botId = place.bot.id;
  useAskedAgain(botId, KEY, AGAIN);
  const today = useToday();
  const found = useQuery({
    queryKey: [KEY, botId, today],
    queryFn: ({ signal }) => call(agentCalls.ownDay, { params: { botId }, signal }),
  });
  const [explained, setExplained] = useState<DayFigure['key'] | null>(null);
  const figures = found.data ? dayFigures(found.data) : [];
  const open = figures.find(({ key }) => key === explained);
  return (
    <section aria-labelledby="own-day">
      <h2 id="own-day">Tu día</h2>
      {found.isPending ? <LoadRows label="Cargando tu día…" rows={1} height={96} /> : null}
      {found.error && !found.data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data ? (
        <>
          <ul className={classes.counters} aria-label="Tus cifras de hoy">
            {figures.map(({ key, label, value, about }) => (
              <li key={key}>
                <button
                  type="button"
                  className={classes.figure}
                  aria-label={`Explicar ${label}: ${value}`}
                  onClick={() => setExplained(key)}
                >
                  {value}
                </button>
                <span>{label}</span>
                {about === null ? null : <small className={classes.about}>{about}</small>}
              </li>
            ))}
          </ul>
          <p className={classes.reading}>
            Hoy hasta las {clockOf(found.data)}, comparado con el mismo día de la semana pasada hasta esa
            hora. Solo tú lo ves aquí.
            <button type="button" className={plain.small} onClick={() => void found.refetch()}>
              Actualizar
            </button>
          </p>
        </>
      ) : null}
      {found.data && open ? (
        <OwnDayDialog shown={open} day={found.data} onClose={() => setExplained(null)} />
      ) : null}
    </section>
  );
}
