/** The figures of a stretch; each is a button that opens its sends. */
import type * as z from 'zod/mini';
import type { SendCounts, whatsappStatsCalls } from '../../../contract/calls/whatsapp-stats.ts';
import {
  PRICE_LABELS,
  SEND_FIGURE_LABELS,
  SEND_FIGURES,
  type SendFigure,
} from '../../../contract/rules/send-figures.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { RowCount } from '../../ui/row-count.tsx';
import { Section } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';
import classes from './stats.module.css';
import type { StatsSearch } from './stats-search.ts';

type Stats = z.output<typeof whatsappStatsCalls.whatsappStats.answer>;
type Open = (chosen: StatsSearch) => void;

const BILLABLE = { yes: 'Se cobra', no: 'No se cobra', unknown: 'Sin información de Meta' } as const;
const WITHOUT_REASON = 'Sin motivo informado';

/** Of which figure it is a part, in percent; null: of none. */
const SHARE_OF: Record<SendFigure, SendFigure | null> = {
  total: null,
  waiting: null,
  sent: 'total',
  delivered: 'sent',
  read: 'sent',
  failed: 'total',
  answered: 'sent',
  opted_out: 'sent',
};

function shareOf(total: SendCounts, name: SendFigure): string | null {
  const whole = SHARE_OF[name];
  if (whole === null || total[whole] === 0) return null;
  const share = ((total[name] / total[whole]) * 100).toLocaleString('es-CL', { maximumFractionDigits: 1 });
  return `${share} % ${whole === 'total' ? 'del total' : 'de las enviadas'}`;
}

export function Figures({ stats, onOpen }: { stats: Stats; onOpen: Open }) {
  const { total, days, templates, campaigns, failures, costs } = stats;
  return (
    <>
      <ul className={classes.cards} aria-label="Totales del período">
        {SEND_FIGURES.map((name) => (
          <li key={name} className={classes.card}>
            <span>{SEND_FIGURE_LABELS[name]}</span>
            <strong>
              <RowCount
                n={total[name]}
                label={SEND_FIGURE_LABELS[name]}
                onOpen={() => onOpen({ figure: name })}
              />
            </strong>
            <small>{shareOf(total, name)}</small>
          </li>
        ))}
      </ul>
      <p className={classes.small}>
        Las leídas son al menos esas: quien tiene desactivadas las confirmaciones de lectura lee sin que lo
        sepamos.
      </p>
      <Section id="stats-templates" title="Por plantilla">
        <Table
          caption="Plantilla"
          rows={templates.map((row) => ({
            key: `${row.name} ${row.language}`,
            name: row.name,
            note: row.language,
            row,
            chosen: { template: row.name, language: row.language },
          }))}
          onOpen={onOpen}
        />
      </Section>
      {campaigns.length > 0 ? (
        <Section id="stats-campaigns" title="Por campaña">
          <Table
            caption="Campaña"
            rows={campaigns.map((row) => ({
              key: row.id,
              name: row.name,
              note: null,
              row,
              chosen: { campaign: row.id },
            }))}
            onOpen={onOpen}
          />
        </Section>
      ) : null}
      <Section id="stats-days" title="Por día" lead={`Días del calendario del chatbot (${stats.zone}).`}>
        <Table
          caption="Día"
          rows={days
            .filter((row) => row.total > 0)
            .map((row) => ({
              key: row.day,
              name: dayOnScreen(row.day),
              note: null,
              row,
              chosen: { day: row.day },
            }))
            .reverse()}
          onOpen={onOpen}
        />
      </Section>
      {failures.length > 0 ? (
        <Section id="stats-failures" title="Por qué fallaron">
          <ul className={classes.lines}>
            {failures.map(({ reason, n }) => (
              <li key={reason}>
                <span>{reason || WITHOUT_REASON}</span>
                <RowCount
                  n={n}
                  label={reason || WITHOUT_REASON}
                  onOpen={() => onOpen({ figure: 'failed', reason })}
                />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {costs.length > 0 ? (
        <Section
          id="stats-costs"
          title="Qué cobra Meta"
          lead="Lo que Meta informó de cada mensaje enviado. El monto está en su factura."
        >
          <ul className={classes.lines}>
            {costs.map(({ category, billable, n }) => {
              const label = category
                ? `${PRICE_LABELS[category] ?? category} · ${BILLABLE[billable]}`
                : BILLABLE[billable];
              return (
                <li key={`${category} ${billable}`}>
                  <span>{label}</span>
                  <RowCount
                    n={n}
                    label={label}
                    onOpen={() => onOpen({ figure: 'sent', category, billable })}
                  />
                </li>
              );
            })}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

interface RowOf {
  key: string;
  name: string;
  note: string | null;
  row: SendCounts;
  chosen: StatsSearch;
}

function Table({ caption, rows, onOpen }: { caption: string; rows: readonly RowOf[]; onOpen: Open }) {
  return (
    <section className={table.scroll} aria-label={`Cifras por ${caption.toLowerCase()}`}>
      <table className={`${table.table} ${classes.table}`} aria-label={`Cifras por ${caption.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            {SEND_FIGURES.map((name) => (
              <th key={name} scope="col">
                {SEND_FIGURE_LABELS[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, note, row, chosen }) => (
            <tr key={key}>
              <th scope="row">
                {name} {note === null ? null : <small>{note}</small>}
              </th>
              {SEND_FIGURES.map((one) => (
                <td key={one}>
                  <RowCount
                    n={row[one]}
                    label={`${name}, ${SEND_FIGURE_LABELS[one]}`}
                    onOpen={() => onOpen({ ...chosen, figure: one })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
