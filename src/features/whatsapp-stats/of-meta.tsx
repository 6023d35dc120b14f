/** Meta's own figures, asked for when somebody wants them: days of UTC, apart from ours, which are days of the calendar. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MetaAccount, whatsappStatsCalls } from '../../../contract/calls/whatsapp-stats.ts';
import { addDays, dayIn } from '../../../contract/days.ts';
import { META_DAYS } from '../../../contract/rules/send-figures.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './stats.module.css';

const COLUMNS = [
  { name: 'sent', label: 'Enviados' },
  { name: 'delivered', label: 'Entregados' },
  { name: 'read', label: 'Leídos' },
  { name: 'clicked', label: 'Presiones de botones' },
] as const;

/** @param span both days included */
export function OfMeta({ botId, span }: { botId: number; span: { from: string; to: string } }) {
  const [wanted, setWanted] = useState(false);
  const today = dayIn(useServerNow(), 'UTC');
  const first = addDays(today, -META_DAYS + 1);
  // What Meta has forgotten is not asked for, and said.
  const forgotten = span.from < first;
  const from = forgotten ? first : span.from;
  const days = { from, to: addDays(span.to, 1) };
  const none = span.to < first;
  return (
    <Section
      id="stats-meta"
      title="Lo que cuenta Meta"
      lead="Aparte de lo nuestro, para comparar. Meta cuenta por días de UTC, que empiezan 3 o 4 horas antes que los de Chile, y guarda 90 días: no calza día a día con las cifras de arriba."
    >
      {none ? (
        <p>Meta ya no guarda ese período.</p>
      ) : wanted ? (
        <Asked botId={botId} days={days} cut={forgotten ? from : null} />
      ) : (
        <Button variant="default" onClick={() => setWanted(true)}>
          Pedirle sus cifras a Meta
        </Button>
      )}
    </Section>
  );
}

function Asked({
  botId,
  days,
  cut,
}: {
  botId: number;
  days: { from: string; to: string };
  cut: string | null;
}) {
  const found = useQuery({
    // No part of the figures that events make old: each question costs Meta's patience.
    queryKey: ['meta-figures', botId, days],
    queryFn: ({ signal }) =>
      call(whatsappStatsCalls.whatsappStatsOfMeta, { query: { bot_id: botId, ...days }, signal }),
    staleTime: 10 * 60_000,
    retry: false,
  });
  if (found.isPending) return <LoadRows label="Preguntando a Meta…" rows={3} />;
  if (!found.data) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  const { accounts } = found.data;
  return (
    <>
      {cut === null ? null : (
        <p className={classes.small}>Desde el {dayOnScreen(cut)}: antes, Meta ya no guarda.</p>
      )}
      {accounts.length === 0 ? <p>Este chatbot no tiene números de WhatsApp conectados.</p> : null}
      {accounts.map((account) => (
        <Account key={account.connection} account={account} onAgain={() => void found.refetch()} />
      ))}
    </>
  );
}

function Account({ account, onAgain }: { account: MetaAccount; onAgain: () => void }) {
  const { connection, fault, total, days, templates } = account;
  if (fault !== null) return <LoadError message={`${connection}: ${fault}`} onRetry={onAgain} />;
  const rows = [
    { key: 'total', name: 'Total', of: total },
    ...templates.map((row) => ({
      key: `t ${row.name} ${row.language}`,
      name: `${row.name} (${row.language})`,
      of: row,
    })),
    ...days
      .filter(({ sent, delivered, read, clicked }) => sent + delivered + read + clicked > 0)
      .toReversed()
      .map((row) => ({ key: row.day, name: `${dayOnScreen(row.day)} UTC`, of: row })),
  ];
  return (
    <section className={table.scroll} aria-label={`Cifras de Meta de ${connection}, días de UTC`}>
      <table
        className={`${table.table} ${classes.table}`}
        aria-label={`Cifras de Meta de ${connection}, días de UTC`}
      >
        <thead>
          <tr>
            <th scope="col">{connection}, días de UTC</th>
            {COLUMNS.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, of }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {COLUMNS.map((column) => (
                <td key={column.name}>{figure(of[column.name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
