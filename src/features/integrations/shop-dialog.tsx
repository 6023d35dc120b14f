/** Connects a shop, or gives a known one new credentials: where each is found, and the shop's own facts. */
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection, ShopProvider } from '../../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import { SHOP_FIELDS, SHOP_STEPS } from '../../../contract/entities/shop-forms.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useAskAgain } from '../whatsapp/whatsapp-queries.ts';
import classes from './integrations.module.css';

interface ShopDialogProps {
  provider: ShopProvider;
  /** Null: a new one. */
  of: Connection | null;
  onClose: () => void;
}

export default function ShopDialog({ provider, of, onClose }: ShopDialogProps) {
  useFocusBack();
  const { place } = usePlace();
  const askAgain = useAskAgain('connections');
  const covered = useTopDialog() !== null;
  const [name, setName] = useState(of?.name ?? '');
  const [typed, setTyped] = useState<Record<string, string>>({});
  // Which shop it is can't change: everything that was read hangs on it.
  const fields = SHOP_FIELDS[provider].filter(({ kept }) => of === null || !kept);
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));
  const connect = useMutation({
    mutationFn: () =>
      of
        ? call(connectionCalls.updateConnection, {
            params: { id: of.id },
            body: { name, ...(Object.keys(given).length > 0 ? { credentials: given } : {}) },
          })
        : call(connectionCalls.createConnection, {
            body: {
              bot_id: place.bot.id,
              provider,
              ...(name.trim() ? { name } : {}),
              credentials: given,
            },
          }),
    onSuccess: () => {
      void askAgain();
      toastSuccess(of ? 'Cambios guardados' : 'Tienda conectada');
      onClose();
    },
  });
  const { error } = connect;
  const field = error instanceof ApiError ? String(error.details['field'] ?? '') : '';
  const shownAtField = fields.some((one) => field === `credentials.${one.name}`);
  const missing = fields.some((one) => !one.optional && (typed[one.name] ?? '').trim() === '');
  const complete = of !== null || !missing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete && !connect.isPending) connect.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Reconectar ${of.name}` : `Conectar ${PROVIDER_LABELS[provider]}`}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {of ? <p>Escribe solo lo que cambió. Los productos y lo que se leyó se mantienen.</p> : null}
        <ol className={classes.steps}>
          {SHOP_STEPS[provider].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {fields.map((one) => {
          const Input = one.secret ? PasswordInput : TextInput;
          const fault = error && field === `credentials.${one.name}` ? sentence(error) : undefined;
          return (
            <Input
              key={one.name}
              label={one.label}
              value={typed[one.name] ?? ''}
              error={fault}
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              {...(of ? { placeholder: 'Sin cambios' } : { placeholder: one.hint ?? '' })}
              {...(of || one.optional ? {} : { required: true })}
              onChange={(event) => {
                setTyped({ ...typed, [one.name]: event.currentTarget.value });
                connect.reset();
              }}
            />
          );
        })}
        <TextInput
          label="Nombre (opcional)"
          description="Para distinguirla de otras tiendas; si lo dejas vacío, usamos el de la tienda."
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && !shownAtField ? (
          <p role="alert" className={classes.error}>
            {sentence(error)}
          </p>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={connect.isPending} disabled={!complete}>
            {of ? 'Guardar' : 'Conectar'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
