/** Step 5: the embed code, and on to the dashboard. */
import { Button } from '@mantine/core';
import { useSession } from '../../session/session.ts';
import { ConfirmEmailNotice, useConfirmed } from '../../ui/confirm-email-notice.tsx';
import { EmbedCode } from '../embed/embed-code.tsx';
import classes from './registration.module.css';
import type { Registration } from './use-registration.ts';

function Unconfirmed({ user }: { user: NonNullable<ReturnType<typeof useSession>>['user'] }) {
  return useConfirmed(user) ? null : <ConfirmEmailNotice user={user} />;
}

export function ImplementStep({ registration: { progress, send } }: { registration: Registration }) {
  const user = useSession()?.user;
  const { bot, botToken } = progress;
  return (
    <div className={classes.stage}>
      {user ? <Unconfirmed user={user} /> : null}
      {bot !== null && botToken !== null ? <EmbedCode bot={{ id: bot, token: botToken }} /> : null}
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={() => send({ type: 'back' })}>
          Atrás
        </Button>
        <Button size="md" onClick={() => send({ type: 'finish' })}>
          Terminar
        </Button>
      </div>
    </div>
  );
}
