/** Screens about one thing of one bot: an agent's link, a role, a client. Another bot chosen meanwhile ends them. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Missing } from '../ui/missing.tsx';
import { chooseBot } from './bots.ts';
import { usePlace } from './place-context.ts';

interface OfBotProps {
  /** The bot that the thing belongs to. */
  botId: number;
  /** What it is: 'Este agente', 'Este rol'. */
  what: string;
  /** The list that it stands in. */
  back: { to: string; label: string };
  children: ReactNode;
}

/**
 * Shows the children while the tab shows the thing's own bot. Switching away leads to the list; a link that was
 * opened beside another bot says so and offers the switch: permissions are those of the shown bot.
 */
export function OfBot({ botId, what, back, children }: OfBotProps) {
  const { place, places } = usePlace();
  const navigate = useNavigate();
  const here = place.bot.id === botId;
  const wasHere = useRef(false);
  useEffect(() => {
    if (here) wasHere.current = true;
    else if (wasHere.current) void navigate({ to: back.to, replace: true });
  }, [here, back.to, navigate]);
  if (here) return children;
  const own = places.find(({ bot }) => bot.id === botId);
  return (
    <Missing title={`${what} es de ${own?.bot.bot_name ?? 'otro chatbot'}`} back={back}>
      <p>Ahora estás en {place.bot.bot_name}.</p>
      {own ? <Button onClick={() => chooseBot(botId)}>Cambiar a {own.bot.bot_name}</Button> : null}
    </Missing>
  );
}
