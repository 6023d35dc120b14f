/**
 * `/whatsapp-estadisticas`: what became of the templates that were sent, by day, template and cause. Every figure opens
 * its sends, which stand in the address.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays } from '../../../contract/days.ts';
import { SEND_DAYS } from '../../../contract/rules/send-figures.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { lastDays, rangeFault } from '../../ui/date-range/range.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ExportTray } from '../history/export-tray.tsx';
import { Figures } from './figures.tsx';
import { OfMeta } from './of-meta.tsx';
import classes from './stats.module.css';
import { STATS_KEY, sendExports, useStats } from './stats-queries.ts';
import { readStatsSearch, type StatsSearch } from './stats-search.ts';

const SendsDialog = lazyPart(() => import('./sends-dialog.tsx'));
const USUAL_DAYS = 30;
/** What happens at once is asked for at once. Milliseconds. */
const AGAIN = 2_000;

export function WhatsAppStatsScreen() {
  const { place } = usePlace();
  return <Stats key={place.bot.id} />;
}

function Stats() {
  const { place } = usePlace();
  const allowed = useMay()('template_messages_stats', 'read');
  const botId = place.bot.id;
  const search = readStatsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: StatsSearch, replace = false) =>
    void navigate({ to: '/whatsapp-estadisticas', search: next, replace, resetScroll: false });
  const today = useToday();
  const rules = { today, mostDays: SEND_DAYS };
  const usual = lastDays(USUAL_DAYS, today);
  const wished = { from: search.from ?? usual.from, to: search.to ?? usual.to };
  const asked = rangeFault(wished, rules) ? usual : wished;
  // What is typed may be no stretch yet: the figures stay those of the last one that was.
  const [typed, setTyped] = useState(asked);
  useAskedAgain(botId, STATS_KEY, AGAIN);
  const found = useStats(botId, { from: asked.from, to: addDays(asked.to, 1) }, allowed);
  if (!allowed) return <p className={classes.none}>{TEXTS.noModuleAccess}</p>;
  const { data } = found;
  const days = { from: asked.from, to: asked.to };
  return (
    <Screen
      title="Estadísticas de WhatsApp"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Qué pasó con las plantillas que enviaste. Cada envío cuenta en el día en que se envió, aunque se lea o responda después."
    >
      <DateRange
        {...rules}
        value={typed}
        onChange={(range) => {
          setTyped(range);
          if (!rangeFault(range, rules)) go({ from: range.from, to: range.to }, true);
        }}
      />
      {found.isPending ? <LoadRows label="Cargando las estadísticas…" rows={6} height={64} /> : null}
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data && data.total.total === 0 && !found.isPlaceholderData ? (
        <Empty title="No se enviaron plantillas en estos días" next={{ none: 'other days are chosen above' }}>
          <p>Elige otras fechas, o envía una plantilla desde una conversación o la ficha de un cliente.</p>
        </Empty>
      ) : null}
      {data && data.total.total > 0 ? (
        <div aria-busy={found.isPlaceholderData}>
          <Figures stats={data} onOpen={(chosen) => go({ ...days, ...chosen })} />
        </div>
      ) : null}
      <div className={classes.apart}>
        <OfMeta key={`${asked.from} ${asked.to}`} botId={botId} span={asked} />
      </div>
      {search.figure ? (
        <SendsDialog
          botId={botId}
          search={search}
          span={asked}
          onPage={(page) => go({ ...search, page }, true)}
          onClose={() => go(days)}
        />
      ) : null}
      <ExportTray source={sendExports(botId)} />
    </Screen>
  );
}
