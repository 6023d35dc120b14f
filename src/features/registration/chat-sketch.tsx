/** The chat with the chosen look, as customers will see it, before it answers anybody. */
import { useState } from 'react';
import type { RegistrationProgress } from '../../../machines/registration/progress.ts';
import { ChatFrame, PLAIN_LOOK, SAMPLE, shownChat } from '../../ui/chat-frame.tsx';
import classes from './registration.module.css';

export function ChatSketch({ progress }: { progress: RegistrationProgress }) {
  const { bot, botToken, botName, color, welcome } = progress;
  const [at] = useState(() => new Date().toISOString());
  if (bot === null || botToken === null) return null;
  const look = {
    ...PLAIN_LOOK,
    name: botName,
    color,
    welcome: welcome.trim() || '¡Hola! ¿En qué te puedo ayudar?',
  };
  return (
    <ChatFrame
      className={classes.sketch}
      bot={{ id: bot, token: botToken }}
      chat={shownChat(look, SAMPLE, at)}
      title={`Así se verá el chat de ${botName}`}
    />
  );
}
