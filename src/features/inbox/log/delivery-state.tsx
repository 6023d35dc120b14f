/** How far a message got: icon and word, never colour alone (docs/product.md §10). */
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import type { MessageStatus } from '../../../../contract/states.ts';
import classes from './message-bubble.module.css';

export const STATUS_LABELS: Record<MessageStatus, string> = {
  queued: 'En cola',
  sending: 'Enviando…',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No se envió',
};
const ICONS = {
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconEye,
  failed: IconAlertTriangle,
} as const satisfies Record<MessageStatus, unknown>;

interface DeliveryStateProps {
  status: MessageStatus;
  reason: string | null;
  /** Null: nothing can be sent from here. */
  onRetry: (() => void) | null;
}

export function DeliveryState({ status, reason, onRetry }: DeliveryStateProps) {
  const Icon = ICONS[status];
  return (
    <span className={classes.delivery} data-status={status}>
      <Icon size={13} aria-hidden="true" />
      {/* Of what may have arrived nobody says that it did not. */}
      {reason?.startsWith('No sabemos') ? null : STATUS_LABELS[status]}
      {status === 'failed' ? (
        <>
          {reason ? (reason.startsWith('No sabemos') ? reason : `: ${reason}`) : null}{' '}
          {onRetry ? (
            <button type="button" onClick={onRetry}>
              Reintentar
            </button>
          ) : null}
        </>
      ) : null}
    </span>
  );
}
