/** Connects a page of Facebook, or gives a known one new credentials. */
import type { Connection } from '../../../contract/entities/connection.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type ConnectField, ConnectForm } from '../connections/connect-form.tsx';
import connections from '../connections/connections.module.css';
import classes from './whatsapp.module.css';

const FIELDS: readonly ConnectField[] = [
  { name: 'page_id', label: 'Identificador de la página', kept: true, numeric: true },
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
  const hook = `${location.origin}/hooks/messenger`;
  return (
    <ConnectForm
      provider="messenger"
      fields={FIELDS}
      of={of}
      title="Conectar una página de Messenger"
      connected="Página conectada"
      nameHelp="Para distinguirla de otras páginas; si lo dejas vacío, usamos el de Facebook."
      nameFirst
      onClose={onClose}
    >
      {of ? (
        <p>Escribe solo lo que cambió. Las conversaciones y lo que espera se mantienen.</p>
      ) : (
        <ol className={connections.steps}>
          <li>En Meta for Developers, abre tu app y agrega el producto Messenger.</li>
          <li>
            En «Configuración de la API de Messenger» agrega tu página, copia su identificador y genera un
            token con los permisos pages_messaging y pages_manage_metadata.
          </li>
          <li>En «Configuración › Básica» de la app copia el secreto de la app.</li>
          <li>
            Para responder hasta 7 días después del último mensaje del cliente, pide a Meta el permiso Human
            Agent; sin él son 24 horas.
          </li>
          <li>
            Inventa un token de verificación, escríbelo abajo y conecta. Después pega ese token y esta
            dirección como webhook de la app, y suscríbete a messages:
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
