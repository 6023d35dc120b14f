/** Past comparisons of the templates with WhatsApp's list: when, why, and what each found. */
import { connectionAdvice } from '../../../contract/entities/connection-faults.ts';
import type { TemplateSync } from '../../../contract/entities/waba-template.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { changeText, foundText, SYNC_CAUSE_TEXT } from './template-text.ts';
import classes from './whatsapp.module.css';
import { useSyncs } from './whatsapp-queries.ts';

export function Syncs() {
  const { place } = usePlace();
  const syncs = useSyncs(place.bot);
  if (syncs.isPending) return <LoadRows label="Cargando las sincronizaciones…" rows={3} height={40} />;
  if (!syncs.data) return <LoadError message={sentence(syncs.error)} onRetry={() => void syncs.refetch()} />;
  if (syncs.data.length === 0) return <p>Aún no hay sincronizaciones.</p>;
  const several = new Set(syncs.data.map(({ connection }) => connection)).size > 1;
  return (
    <ol className={classes.history} aria-label="Sincronizaciones anteriores">
      {syncs.data.map((one) => (
        <Row key={one.id} of={one} several={several} />
      ))}
    </ol>
  );
}

function Row({ of, several }: { of: TemplateSync; several: boolean }) {
  const { cause, times, at, error, changes, added, changed, gone, connection } = of;
  const rest = added + changed + gone - changes.length;
  return (
    <li>
      {SYNC_CAUSE_TEXT[cause]}
      {several ? `, ${connection}` : ''}:{' '}
      {error === null ? foundText(of) : connectionAdvice('whatsapp', error)}{' '}
      <small className={classes.small}>
        {times > 1 ? `${times} veces, la última el ${dateTimeText(at)}` : dateTimeText(at)}
      </small>
      {changes.length > 0 ? (
        <ul className={classes.found}>
          {changes.map((change) => (
            <li key={`${change.name} ${change.language}`}>{changeText(change)}</li>
          ))}
          {rest > 0 ? <li>y {rest} más</li> : null}
        </ul>
      ) : null}
    </li>
  );
}
