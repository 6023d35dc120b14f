/** Connects a number, or gives a known one new credentials: what to do at Meta, step by step, and the five facts of it. */
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './whatsapp.module.css';
import { useAskAgain } from './whatsapp-queries.ts';

const FIELDS = [
  { name: 'phone_number_id', label: 'Identificador del número', secret: false, kept: true },
  { name: 'business_account_id', label: 'Cuenta de WhatsApp Business (WABA)', secret: false, kept: true },
  { name: 'access_token', label: 'Token de acceso', secret: true, kept: false },
  { name: 'app_secret', label: 'Secreto de la app', secret: true, kept: false },
  { name: 'verify_token', label: 'Token de verificación', secret: true, kept: false },
] as const;
type FieldName = (typeof FIELDS)[number]['name'];
const EMPTY: Record<FieldName, string> = {
  phone_number_id: '',
  business_account_id: '',
  access_token: '',
  app_secret: '',
  verify_token: '',
};

interface ConnectDialogProps {
  /** Null: a new one. */
  of: Connection | null;
  onClose: () => void;
}

export default function ConnectDialog({ of, onClose }: ConnectDialogProps) {
  useFocusBack();
  const { place } = usePlace();
  const askAgain = useAskAgain('connections');
  const covered = useTopDialog() !== null;
  const [name, setName] = useState(of?.name ?? '');
  const [typed, setTyped] = useState(EMPTY);
  const fields = of ? FIELDS.filter(({ kept }) => !kept) : FIELDS;
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
              provider: 'whatsapp',
              ...(name.trim() ? { name } : {}),
              credentials: given,
            },
          }),
    onSuccess: () => {
      void askAgain();
      toastSuccess(of ? 'Cambios guardados' : 'Número conectado');
      onClose();
    },
  });
  const { error } = connect;
  const field = error instanceof ApiError ? String(error.details['field'] ?? '') : '';
  const faultOf = (one: string) => (error && field === `credentials.${one}` ? sentence(error) : undefined);
  const shownAtField = fields.some((one) => field === `credentials.${one.name}`);
  const complete = of !== null || fields.every((one) => typed[one.name].trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete && !connect.isPending) connect.mutate();
  };
  const hook = `${location.origin}/hooks/whatsapp`;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Reconectar ${of.name}` : 'Conectar un número de WhatsApp'}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {of ? (
          <p>Escribe solo lo que cambió. Las conversaciones, las plantillas y lo que espera se mantienen.</p>
        ) : (
          <ol className={classes.steps}>
            <li>En Meta for Developers, abre tu app y agrega el producto WhatsApp.</li>
            <li>
              En «Configuración de la API» copia el identificador del número y el de la cuenta de WhatsApp
              Business.
            </li>
            <li>
              En Meta Business crea un usuario del sistema y genera un token permanente con los permisos
              whatsapp_business_messaging y whatsapp_business_management.
            </li>
            <li>En «Configuración › Básica» de la app copia el secreto de la app.</li>
            <li>
              Inventa un token de verificación, escríbelo abajo y conecta. Después, en «Configuración» de
              WhatsApp, pega ese token y esta dirección como webhook, y suscríbete a messages:
              <span className={classes.address}>
                <code>{hook}</code>
                <CopyButton
                  text={() => hook}
                  label="Copiar la dirección"
                  copied="Dirección copiada"
                  otherwise="Selecciona la dirección y cópiala con Ctrl+C."
                />
              </span>
            </li>
          </ol>
        )}
        <TextInput
          label="Nombre (opcional)"
          description="Para distinguirlo de otros números; si lo dejas vacío, usamos el de WhatsApp."
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {fields.map(({ name: key, label, secret }) => {
          const Input = secret ? PasswordInput : TextInput;
          return (
            <Input
              key={key}
              label={label}
              value={typed[key]}
              error={faultOf(key)}
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              {...(of ? { placeholder: 'Sin cambios' } : { required: true })}
              {...(secret ? {} : { inputMode: 'numeric' as const })}
              onChange={(event) => {
                setTyped({ ...typed, [key]: event.currentTarget.value });
                connect.reset();
              }}
            />
          );
        })}
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
