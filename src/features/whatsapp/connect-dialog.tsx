/** Connects a number, or gives a known one new credentials: what to do at Meta, step by step, and the five facts of it. */
import type { Connection } from '../../../contract/entities/connection.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type ConnectField, ConnectForm } from '../connections/connect-form.tsx';
import connections from '../connections/connections.module.css';
import classes from './whatsapp.module.css';

const FIELDS: readonly ConnectField[] = [
  { name: 'phone_number_id', label: 'Identificador del número', kept: true, numeric: true },
  { name: 'business_account_id', label: 'Cuenta de WhatsApp Business (WABA)', kept: true, numeric: true },
  { name: 'access_token', label: 'Token de acceso', secret: true },
  { name: 'app_secret', label: 'Secreto de la app', secret: true },
  { name: 'verify_token', label: 'Token de verificación', secret: true },
];

interface ConnectDialogProps {
  /** Null: a new one. */
  of: Connection | null;
  onClose: () => void;
}

export default function ConnectDialog({ of, onClose }: ConnectDialogProps) {
  const hook = `${location.origin}/hooks/whatsapp`;
  return (
    <ConnectForm
      provider="whatsapp"
      fields={FIELDS}
      of={of}
      title="Conectar un número de WhatsApp"
      connected="Número conectado"
      nameHelp="Para distinguirlo de otros números; si lo dejas vacío, usamos el de WhatsApp."
      nameFirst
      onClose={onClose}
    >
      {of ? (
        <p>Escribe solo lo que cambió. Las conversaciones, las plantillas y lo que espera se mantienen.</p>
      ) : (
        <ol className={connections.steps}>
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
    </ConnectForm>
  );
}
