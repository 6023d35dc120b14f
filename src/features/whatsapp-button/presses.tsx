/** How often the button was pressed: the last days, by number, with its table. */
import { useQuery } from '@tanstack/react-query';
import { whatsappButtonCalls } from '../../../contract/calls/whatsapp-button.ts';
import { PRESS_DAYS } from '../../../contract/whatsapp-button/press.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dayOnScreen } from '../../ui/date-range/range.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';

export function Presses({ botId }: { botId: number }) {
  const found = useQuery({
    queryKey: ['whatsapp-button-presses', botId],
    queryFn: ({ signal }) =>
      call(whatsappButtonCalls.whatsappButtonPresses, { query: { bot_id: botId }, signal }),
  });
  const { data } = found;
  return (
    <Section
      id="button-presses"
      title="Cuántas veces lo presionaron"
      lead={`En los últimos ${PRESS_DAYS} días. Lo cuenta tu sitio y nadie más: no se guarda nada de quien lo presiona.`}
    >
      {found.isPending ? <LoadRows label="Contando…" rows={2} /> : null}
      {found.error && !data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data?.total === 0 ? <p>Nadie lo ha presionado todavía.</p> : null}
      {data && data.total > 0 ? (
        <>
          <p role="status">
            <strong>{figure(data.total)}</strong> {data.total === 1 ? 'vez' : 'veces'}:{' '}
            {data.numbers.map(({ phone, n }) => `${phone} ${figure(n)}`).join(' · ')}
          </p>
          <section className={table.scroll} aria-label="Presiones por día">
            <table className={table.table}>
              <caption className="visually-hidden">Días de {data.zone}</caption>
              <thead>
                <tr>
                  <th scope="col">Día</th>
                  <th scope="col">Veces</th>
                </tr>
              </thead>
              <tbody>
                {data.days
                  .filter(({ n }) => n > 0)
                  .toReversed()
                  .map(({ day, n }) => (
                    <tr key={day}>
                      <th scope="row">{dayOnScreen(day)}</th>
                      <td>{figure(n)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
        </>
      ) : null}
    </Section>
  );
}
