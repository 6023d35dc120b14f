/** Step 4: a talk with the new bot. Until the address is confirmed it answers nobody, and the step says so. */
import { Button } from '@mantine/core';
import { useSession } from '../../session/session.ts';
import { BotPreview } from '../../ui/bot-preview.tsx';
import { ConfirmEmailNotice, useConfirmed } from '../../ui/confirm-email-notice.tsx';
import { ChatSketch } from './chat-sketch.tsx';
import classes from './registration.module.css';
import type { Registration } from './use-registration.ts';

export function PreviewStep({ registration }: { registration: Registration }) {
  const user = useSession()?.user;
  return user ? <Preview registration={registration} user={user} /> : null;
}

type User = NonNullable<ReturnType<typeof useSession>>['user'];

function Preview({ registration: { progress, send }, user }: { registration: Registration; user: User }) {
  const { bot, botToken, botName, web } = progress;
  const confirmed = useConfirmed(user);
  return (
    <div className={classes.stage}>
      {confirmed && bot !== null && botToken !== null ? (
        <>
          <p className={classes.lead}>Escríbele como lo haría un cliente. Nada de esto queda publicado.</p>
          <BotPreview bot={{ id: bot, token: botToken, web: web || null, name: botName }} />
        </>
      ) : (
        <>
          <ConfirmEmailNotice user={user} />
          <p className={classes.lead}>
            Así se verá. Cuando confirmes tu correo podrás conversar con él aquí.
          </p>
          <ChatSketch progress={progress} />
        </>
      )}
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={() => send({ type: 'back' })}>
          Atrás
        </Button>
        <Button size="md" onClick={() => send({ type: 'tested' })}>
          Continuar
        </Button>
      </div>
    </div>
  );
}
