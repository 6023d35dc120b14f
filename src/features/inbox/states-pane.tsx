/** States and channels with their counters (docs/product.md §2 Live inbox). */
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useEffect, useRef, useState } from 'react';
import { CHANNELS, CONVERSATION_STATES } from '../../../contract/states.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import type { Figure } from '../../../machines/inbox/counter-moves.ts';
import { config } from '../../base/client-config.ts';
import { laterPart, lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useCounters } from '../../hub/hooks.ts';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { figure } from '../../ui/money.ts';
import row from '../../ui/row-button.module.css';
import { useNow } from '../../ui/use-now.ts';
import choices from './list/choices.module.css';
import type { Selection } from './list/use-selection.ts';
import classes from './states-pane.module.css';

const CounterDialog = lazyPart(() => import('./supervisor/counter-dialog.tsx'));
const SavedViews = laterPart(() => import('./list/saved-views.tsx'));

/** Counters are read aloud at most this often (ms). */
const SPEAK_EVERY = 15_000;

/** Passes a value on at most once per interval: a screen reader must not be flooded. */
function useThrottled<T>(value: T, interval: number): T {
  const [passed, setPassed] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + interval - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      setPassed(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, interval]);
  return passed;
}

/** 'verificado hace 8 s': when the figures were last compared with the server. */
function Verified({ at }: { at: number }) {
  const age = Math.max(0, Math.round((useNow() - at) / 1000));
  return (
    <p className={classes.verified}>
      verificado hace {age < 60 ? `${age} s` : `${Math.round(age / 60)} min`}
    </p>
  );
}

interface StatesPaneProps {
  selection: Selection;
  /** A choice was made (the phone goes on to the list). */
  onChoose?: () => void;
}

export function StatesPane({ selection, onChoose }: StatesPaneProps) {
  const { state: viewed, filters, botId, supervising, showState, showChannel, supervise } = selection;
  const { place } = usePlace();
  const [explained, setExplained] = useState<Figure | null>(null);
  const counters = useCounters(botId);
  const label = (state: (typeof CONVERSATION_STATES)[number]) =>
    withProduct(STATE_LABELS[state], config().product.name);
  const spoken = useThrottled(
    counters && viewed ? `${label(viewed)}: ${counters.byState[viewed]}` : '',
    SPEAK_EVERY,
  );
  const count = (value: number | undefined) => (
    <span className={choices.count}>
      {value === undefined ? <span className={choices.unknown} /> : figure(value)}
    </span>
  );
  /** Over the figure: what is behind it. Beside the choice, because a button holds no button. */
  const explain = (of: Figure, name: string, value: number | undefined) =>
    value === undefined ? null : (
      <button
        type="button"
        className={classes.explain}
        aria-label={`Explicar la cifra de ${name}: ${figure(value)}`}
        onClick={() => setExplained(of)}
      />
    );
  return (
    <nav aria-label="Estados y canales" className={classes.pane}>
      {place.link.role.base === 'agente' ? null : (
        <ul>
          <li>
            <button
              type="button"
              className={`${row.row} ${choices.item}`}
              aria-pressed={supervising}
              onClick={() => {
                supervise();
                onChoose?.();
              }}
            >
              <IconEye size={16} aria-hidden="true" />
              <span className={choices.name}>Supervisión</span>
            </button>
          </li>
        </ul>
      )}
      <h2 id="inbox-states">Estados</h2>
      <ul aria-labelledby="inbox-states">
        {CONVERSATION_STATES.map((state) => (
          <li key={state}>
            <button
              type="button"
              className={`${row.row} ${choices.item}`}
              aria-pressed={viewed === state && !filters.snoozed && !supervising}
              data-testid={`state-${state}`}
              onClick={() => {
                showState(state);
                onChoose?.();
              }}
            >
              <span className={choices.name}>{label(state)}</span> {count(counters?.byState[state])}
            </button>
            {explain({ state, channel: null }, label(state), counters?.byState[state])}
          </li>
        ))}
      </ul>
      <h2 id="inbox-channels">Canales</h2>
      <ul aria-labelledby="inbox-channels">
        {CHANNELS.map((channel) => (
          <li key={channel}>
            <button
              type="button"
              className={`${row.row} ${choices.item}`}
              aria-pressed={filters.channel === channel}
              data-testid={`channel-${channel}`}
              onClick={() => {
                showChannel(channel);
                onChoose?.();
              }}
            >
              <ChannelIcon channel={channel} size={16} />
              <span className={choices.name}>{CHANNEL_LABELS[channel]}</span>{' '}
              {count(viewed ? counters?.byChannel[viewed][channel] : counters?.unarchived[channel])}
            </button>
            {viewed
              ? explain(
                  { state: viewed, channel },
                  `${label(viewed)} por ${CHANNEL_LABELS[channel]}`,
                  counters?.byChannel[viewed][channel],
                )
              : null}
          </li>
        ))}
      </ul>
      <SavedViews selection={selection} explain={explain} {...(onChoose ? { onChoose } : {})} />
      {explained ? (
        <CounterDialog botId={botId} figure={explained} onClose={() => setExplained(null)} />
      ) : null}
      {counters?.verifiedAt ? <Verified at={counters.verifiedAt} /> : null}
      <div role="status" className="visually-hidden">
        {spoken}
      </div>
    </nav>
  );
}
