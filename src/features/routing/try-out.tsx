/** 'Probar con las conversaciones de ayer': where each would have gone by what is typed, and why. Changes nothing. */
import { useMutation } from '@tanstack/react-query';
import { routingCalls } from '../../../contract/calls/routing.ts';
import type { RoutingSettings, TriedTalk } from '../../../contract/entities/routing.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { CHANNEL_LABELS, TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { exactTimeText } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure-text.ts';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { Reason } from '../routing-reasons/reason.tsx';
import { outcomeText } from '../routing-reasons/reason-text.ts';
import classes from './routing.module.css';
import { tally } from './tally.ts';

interface TryOutProps {
  botId: number;
  settings: RoutingSettings;
  /** They are not saved. */
  dirty: boolean;
  allowed: boolean;
}

export function TryOut({ botId, settings, dirty, allowed }: TryOutProps) {
  const attempt = useMutation({
    mutationFn: async (body: RoutingSettings) => ({
      ...(await call(routingCalls.tryRouting, { params: { id: botId }, body })),
      by: JSON.stringify(body),
    }),
  });
  const [field] = Object.values(fieldErrors(attempt.error));
  const { data } = attempt;
  return (
    <Section
      id="routing-try"
      title="Probar"
      lead="Qué habría pasado con quienes ayer pidieron una persona, con el equipo como está ahora. No cambia nada."
    >
      <AllowedButton
        variant="default"
        allowed={allowed}
        why={TEXTS.noActionPermission}
        loading={attempt.isPending}
        onClick={() => attempt.mutate(settings)}
      >
        Probar con las conversaciones de ayer
      </AllowedButton>
      {attempt.error ? (
        <p role="alert" className={classes.fault}>
          {field ?? failureText(attempt.error)}
        </p>
      ) : null}
      <div role="status">
        {data && data.by !== JSON.stringify(settings) ? (
          <p className={classes.quiet}>Cambiaste las reglas después de probar: prueba otra vez.</p>
        ) : null}
        {data && dirty ? <p className={classes.quiet}>Con lo que todavía no guardas.</p> : null}
        {data?.talks.length === 0 ? <p>Ayer nadie pidió hablar con una persona.</p> : null}
      </div>
      {data && data.talks.length > 0 ? <Tried talks={data.talks} more={data.more} /> : null}
    </Section>
  );
}

function Tried({ talks, more }: { talks: readonly TriedTalk[]; more: boolean }) {
  return (
    <>
      <ul className={classes.tally} aria-label="Cuántas a cada equipo">
        {tally(talks).map(({ place, count }) => (
          <li key={place}>
            <strong>{figure(count)}</strong> {place}
          </li>
        ))}
      </ul>
      {more ? <p className={classes.quiet}>Hubo más: se miran las últimas {figure(talks.length)}.</p> : null}
      <ul className={classes.tried} aria-label="Conversaciones de ayer">
        {talks.map((talk) => (
          <li key={talk.conversation_id}>
            <details>
              <summary>
                <span>
                  {exactTimeText(talk.at)} · {plainLine(talk.lead_name) || 'Un cliente'} ·{' '}
                  {CHANNEL_LABELS[talk.channel]}
                </span>
                <strong>{outcomeText(talk.reason)}</strong>
              </summary>
              <Reason of={talk.reason} />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
