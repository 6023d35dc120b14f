/** `/chatbot/configuracion/asignacion`: who gets conversations, by rules in order; how many each may have; a try-out. */
import { useQuery } from '@tanstack/react-query';
import { routingCalls } from '../../../contract/calls/routing.ts';
import type { BotRouting, RoutingSettings } from '../../../contract/entities/routing.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { BotFrame } from '../bots/bot-frame.tsx';
import { RoutingForm } from './routing-form.tsx';
import { routingKey } from './routing-key.ts';

export function RoutingScreen() {
  return (
    <BotFrame
      title="Asignación de conversaciones"
      lead={(name) => `A quién le tocan las conversaciones de ${name}, y por qué.`}
    >
      {({ id }) => <Rules botId={id} />}
    </BotFrame>
  );
}

function Rules({ botId }: { botId: number }) {
  const routing = useQuery({
    queryKey: routingKey(botId),
    queryFn: ({ signal }) => call(routingCalls.botRouting, { params: { id: botId }, signal }),
    // A colleague may have changed them since.
    staleTime: 5_000,
  });
  if (routing.data) return <Loaded routing={routing.data} />;
  return routing.error ? (
    <LoadError message={sentence(routing.error)} onRetry={() => void routing.refetch()} />
  ) : (
    <LoadRows label="Cargando las reglas…" rows={5} />
  );
}

function Loaded({ routing }: { routing: BotRouting }) {
  const { user } = usePlace();
  const { bot_id, rules, capacity, overrides, revision } = routing;
  const form = useTyped<RoutingSettings>(
    `bot-routing/${user.id}/${bot_id}`,
    { rules, capacity, overrides },
    revision,
  );
  useLeaveGuard(form);
  return <RoutingForm routing={routing} form={form} />;
}
