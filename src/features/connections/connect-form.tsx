/** Connects an account, or gives a known one new credentials; what was typed stays when the provider refuses it. */
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection, Provider } from '../../../contract/entities/connection.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useConnectionsAgain } from './connection-queries.ts';
import classes from './connections.module.css';

export interface ConnectField {
  name: string;
  label: string;
  secret?: boolean | undefined;
  /** It can't change: everything that came by the connection hangs on it. */
  kept?: boolean | undefined;
  optional?: boolean | undefined;
  /** What a new one may look like. */
  hint?: string | undefined;
  /** Digits alone. */
  numeric?: boolean | undefined;
}

interface ConnectFormProps {
  provider: Provider;
  fields: readonly ConnectField[];
  /** Null: a new one. */
  of: Connection | null;
  /** Of the dialog for a new one, and what is said when it is connected. */
  title: string;
  connected: string;
  /** What the name is for. */
  nameHelp: string;
  nameFirst?: boolean;
  onClose: () => void;
  /** What to do at the provider. */
  children: ReactNode;
}

export function ConnectForm({
  provider,
  fields: all,
  of,
  title,
  connected,
  nameHelp,
  nameFirst = false,
  onClose,
  children,
}: ConnectFormProps) {
  useFocusBack();
  const { place } = usePlace();
  const askAgain = useConnectionsAgain();
  const covered = useTopDialog() !== null;
  const [name, setName] = useState(of?.name ?? '');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const fields = all.filter(({ kept }) => of === null || !kept);
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
      toastSuccess(of ? 'Cambios guardados' : connected);
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
  const nameField = (
    <TextInput
      label="Nombre (opcional)"
      description={nameHelp}
      {...(of && nameFirst ? { 'data-autofocus': true } : {})}
      value={name}
      maxLength={80}
      onChange={(event) => setName(event.currentTarget.value)}
    />
  );
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Reconectar ${of.name}` : title}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {children}
        {nameFirst ? nameField : null}
        {fields.map((one, at) => {
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
              // A new one begins with what to do at the provider, above.
              {...(of && !nameFirst && at === 0 ? { 'data-autofocus': true } : {})}
              spellCheck={false}
              placeholder={of ? 'Sin cambios' : (one.hint ?? '')}
              {...(of || one.optional ? {} : { required: true })}
              {...(one.numeric ? { inputMode: 'numeric' as const } : {})}
              onChange={(event) => {
                setTyped({ ...typed, [one.name]: event.currentTarget.value });
                connect.reset();
              }}
            />
          );
        })}
        {nameFirst ? null : nameField}
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
