/** Under the table of /agentes: who was invited and has not accepted yet, to be sent again or withdrawn. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import type { Invitation } from '../../../contract/entities/invitation.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError } from '../../ui/load-state.tsx';
import { refusalText } from '../../ui/refusal-text.ts';
import table from '../../ui/table.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { invitationsKey, placesKey, useInvitations } from './agent-queries.ts';
import { areasText, momentText, roleText } from './agent-view.ts';
import classes from './pending-invitations.module.css';

/** Takes no room while nobody is invited. */
export function PendingInvitations({ botId }: { botId: number }) {
  const invitations = useInvitations(botId);
  const rows = invitations.data ?? [];
  if (invitations.error && !invitations.data) {
    return (
      <Frame>
        <LoadError message={sentence(invitations.error)} onRetry={() => void invitations.refetch()} />
      </Frame>
    );
  }
  if (rows.length === 0) return null;
  return (
    <Frame>
      <ul className={table.cards}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className={classes.frame} aria-labelledby="pending-invitations">
      <h2 id="pending-invitations">Invitaciones pendientes</h2>
      {children}
    </section>
  );
}

function Row({ row }: { row: Invitation }) {
  const may = useMay();
  // One that runs out while the screen is open is told as one that has.
  const now = useServerNow();
  const expired = row.expired || Date.parse(row.expires_at) <= now;
  const queries = useQueryClient();
  const allowed = row.may_change && may('associate_agent', 'add');
  const why = row.may_change ? TEXTS.noSavePermission : TEXTS.noActionPermission;
  const changed = () => {
    void queries.invalidateQueries({ queryKey: invitationsKey(row.bot_id) });
    void queries.invalidateQueries({ queryKey: placesKey(row.bot_id) });
  };
  const failed = (title: string) => (error: unknown) => {
    changed();
    void showError(title, refusalText(error));
  };
  const params = { invitationId: row.id };
  const resend = useMutation({
    mutationFn: () => call(agentCalls.resendInvitation, { params }),
    onSuccess: () => {
      changed();
      toastSuccess('Invitación enviada otra vez');
    },
    onError: failed('No pudimos enviar la invitación'),
  });
  const withdraw = useMutation({
    mutationFn: () => call(agentCalls.withdrawInvitation, { params }),
    onSuccess: () => {
      changed();
      toastSuccess('Invitación retirada');
    },
    onError: failed('No pudimos retirar la invitación'),
  });
  const askWithdraw = async () => {
    const sure = await ask({
      title: '¿Retirar la invitación?',
      text: `El enlace que recibió ${row.email} dejará de servir.`,
      confirm: 'Retirar',
      danger: true,
    });
    if (sure) withdraw.mutate();
  };
  return (
    <li className={`${table.card} ${classes.row}`}>
      <div className={classes.who}>
        <strong>{row.email}</strong>
        <p>
          {roleText(row.role.name)} · {areasText(row.category)} · Invitó {row.invited_by}
        </p>
        <p data-expired={expired || undefined}>
          {expired ? 'Venció el' : 'Enviada el'} {momentText(expired ? row.expires_at : row.sent_at)}
          {expired ? null : ` · Vence el ${momentText(row.expires_at)}`}
        </p>
      </div>
      <div className={classes.actions}>
        <AllowedButton
          size="sm"
          variant="default"
          allowed={allowed}
          why={why}
          loading={resend.isPending}
          aria-label={`Reenviar la invitación a ${row.email}`}
          onClick={() => resend.mutate()}
        >
          Reenviar
        </AllowedButton>
        <AllowedButton
          size="sm"
          variant="subtle"
          color="red"
          allowed={allowed}
          why={why}
          loading={withdraw.isPending}
          aria-label={`Retirar la invitación a ${row.email}`}
          onClick={() => void askWithdraw()}
        >
          Retirar
        </AllowedButton>
      </div>
    </li>
  );
}
