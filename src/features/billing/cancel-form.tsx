/** Ending a subscription: when, and why, asked once. */
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { billingCalls, CANCEL_FAILED, CANCEL_STATUS } from '../../../contract/calls/billing.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './billing.module.css';

type When = 'period_end' | 'now';

export function CancelForm({
  id,
  botName,
  undoable,
  onDone,
  onLeave,
}: {
  id: number;
  botName: string;
  /** Whether who collects lets the end be taken back before it comes. */
  undoable: boolean;
  onDone: () => void;
  onLeave: () => void;
}) {
  const form = useRef<HTMLDivElement>(null);
  // What opened it is gone: whoever works by keyboard goes on here.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [when, setWhen] = useState<When>('period_end');
  const [reason, setReason] = useState('');
  const cancel = useMutation({
    mutationFn: () => call(billingCalls.cancelSubscription, { body: { id, when, reason: reason.trim() } }),
    onSuccess: ({ status, message }) => {
      if (status === CANCEL_STATUS.failed) {
        void showError(message ?? CANCEL_FAILED);
        return;
      }
      toastSuccess('Suscripción cancelada');
      onDone();
    },
    onError: (error) => void showError('No pudimos cancelar la suscripción', sentence(error)),
  });
  const confirm = async () => {
    const sure = await ask({
      title: `¿Cancelar el plan de ${botName}?`,
      text:
        when === 'now'
          ? 'El chatbot se desactiva de inmediato. Sus datos se conservan. Lo pagado no se devuelve por sí solo.'
          : 'El chatbot sigue funcionando hasta que termine lo que ya pagaste, y no se cobra de nuevo.',
      confirm: 'Cancelar el plan',
      cancel: 'Volver',
      danger: true,
    });
    if (sure) cancel.mutate();
  };
  return (
    <div ref={form} className={`${classes.form} ${classes.end}`}>
      <RadioChoice
        legend="Cuándo termina"
        name="when"
        value={when}
        options={[
          {
            value: 'period_end',
            label: 'Cuando termine lo que ya pagué',
            text: undoable
              ? 'Puedes reactivarla hasta ese día.'
              : 'No se puede deshacer: para seguir después, contrata un plan de nuevo.',
          },
          { value: 'now', label: 'Ahora', text: 'El chatbot deja de responder de inmediato.' },
        ]}
        onChange={setWhen}
      />
      <Textarea
        label="¿Por qué la cancelas? (opcional)"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button color="red" loading={cancel.isPending} onClick={() => void confirm()}>
          Cancelar la suscripción
        </Button>
        <Button variant="default" onClick={onLeave}>
          Conservarla
        </Button>
      </div>
    </div>
  );
}
