/**
 * Tells somebody who chose to be disconnected that they still are, once after each sign-in, when they enter the inbox:
 * it stands above it until they connect or put it away, and takes no focus.
 */
import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { readCredentials } from '../../api/credentials.ts';
import { useOwnStatus } from '../../bot/own-status.ts';
import { usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { remembered } from '../../ui/stored-state.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './status-reminder.module.css';

const KEY = 'status-reminded';

/** Whether this sign-in has had its reminder at this bot; it has from now on. */
function remindedAt(signIn: string, botId: number): boolean {
  const known = remembered(KEY);
  const told =
    known !== null &&
    typeof known === 'object' &&
    'signIn' in known &&
    known.signIn === signIn &&
    'bots' in known
      ? known.bots
      : [];
  const bots = Array.isArray(told) ? told : [];
  if (bots.includes(botId)) return true;
  localStorage.setItem(KEY, JSON.stringify({ signIn, bots: [...bots, botId] }));
  return false;
}

export default function StatusReminder() {
  const { place, user } = usePlace();
  const own = useOwnStatus(place.bot.id, user.id);
  // Until the status is known there is nothing to decide.
  return own === null ? null : <Reminder key={place.bot.id} disconnected={own === 'inactive'} />;
}

function Reminder({ disconnected }: { disconnected: boolean }) {
  const { place } = usePlace();
  const signIn = readCredentials()?.client ?? null;
  /** As it was on entering: anyone who disconnects in here knows it. */
  const [shown, setShown] = useState(
    () => disconnected && signIn !== null && !remindedAt(signIn, place.bot.id),
  );
  const [connecting, setConnecting] = useState(false);
  if (!shown || !disconnected) return null;
  const connect = async () => {
    setConnecting(true);
    try {
      const { bot, link } = place;
      const result = await hub().setStatus(bot.id, link.id, 'active', link.role.base);
      if (!result.ok) toastFailure('No pudimos cambiar tu estado', new Error(result.message));
    } catch (error) {
      toastFailure('No pudimos cambiar tu estado', error);
    }
    setConnecting(false);
  };
  return (
    <div className={classes.reminder} role="status">
      <p>Sigues Desconectado, como lo elegiste: no te asignaremos conversaciones.</p>
      <Button size="compact-sm" loading={connecting} onClick={() => void connect()}>
        Conectarme
      </Button>
      <CloseButton size="sm" aria-label="Cerrar aviso" onClick={() => setShown(false)} />
    </div>
  );
}
