/** How long customers wait now, and waited today; each figure says exactly what it counts. */
import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { type ReactNode, useState } from 'react';
import type { SupervisionView } from '../../../../workers/hub/surface/views.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { waitText } from '../../../ui/dates.ts';
import { figure } from '../../../ui/money.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { DEFINITIONS, durationText } from './figures-text.ts';
import classes from './supervisor.module.css';

const CounterDialog = lazyPart(() => import('./counter-dialog.tsx'));
const AT_ONCE = { openDelay: 0, events: { hover: true, focus: true, touch: true }, multiline: true, w: 300 };
const PENDING = { state: 'pending', channel: null } as const;

interface FiguresProps {
  botId: number;
  view: SupervisionView;
  /** The counter's own figure; undefined until it is known. */
  waiting: number | undefined;
}

export function Figures({ botId, view, waiting }: FiguresProps) {
  const now = useServerNow();
  const [explaining, setExplaining] = useState(false);
  const since = view.queue[0]?.waiting_since ?? null;
  return (
    <>
      <dl className={classes.figures}>
        <Figure name="En cola" definition={DEFINITIONS.queue}>
          <button
            type="button"
            aria-label={`Explicar la cifra: ${waiting ?? 0} en cola`}
            onClick={() => setExplaining(true)}
          >
            {waiting === undefined ? '–' : figure(waiting)}
          </button>
        </Figure>
        <Figure name="Espera más larga" definition={DEFINITIONS.longest}>
          {since === null ? '–' : waitText(since, now)}
        </Figure>
        <Figure
          name="Espera hasta ser tomada"
          definition={DEFINITIONS.waits}
          note={countText(view.waits.count, 'tomada')}
        >
          {view.waits.median === null ? '–' : durationText(view.waits.median)}
        </Figure>
        <Figure
          name="Respuesta tras el traspaso"
          definition={DEFINITIONS.firstResponses}
          note={countText(view.firstResponses.count, 'respondida')}
        >
          {view.firstResponses.median === null ? '–' : durationText(view.firstResponses.median)}
        </Figure>
      </dl>
      {explaining ? (
        <CounterDialog botId={botId} figure={PENDING} onClose={() => setExplaining(false)} />
      ) : null}
    </>
  );
}

const countText = (count: number, what: string): string =>
  count === 0 ? `ninguna ${what} hoy` : `mediana de ${figure(count)} ${what}${count === 1 ? '' : 's'} hoy`;

interface FigureProps {
  name: string;
  definition: string;
  note?: string;
  children: ReactNode;
}
function Figure({ name, definition, note, children }: FigureProps) {
  return (
    <div>
      <dt>
        {name}
        <Tooltip label={definition} {...AT_ONCE}>
          <button
            type="button"
            className={classes.info}
            aria-label={`Cómo se calcula ${name}: ${definition}`}
          >
            <IconInfoCircle size={15} aria-hidden="true" />
          </button>
        </Tooltip>
      </dt>
      <dd>
        {children}
        {note ? <small>{note}</small> : null}
      </dd>
    </div>
  );
}
