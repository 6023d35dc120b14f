/** `/test-view` and `/test2`, for internal accounts: every shared part in each of its states, to look at and to test. */
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { AGENT_STATUSES, CHANNELS } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS, CHANNEL_LABELS } from '../../../contract/texts.ts';
import NoAccess from '../../frame/no-access.tsx';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { ask, blocking, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PasswordField, StrengthMeter } from '../../ui/password-field.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { Stars } from '../agents/stars.tsx';
import classes from './gallery.module.css';

const NAMES = ['Ana Soto', 'Bruno Díaz', 'Carla Ruiz', 'Daniela Paz', 'Elías Mora', 'Fernanda Lagos'];
/** Long enough to be seen. */
const WORK = 1_500;

function Inputs() {
  const [password, setPassword] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  return (
    <Section id="gallery-inputs" title="Campos">
      <div className={classes.grid}>
        <TextInput label="Texto" description="Con descripción" placeholder="Ejemplo" />
        <TextInput label="Con error" error="Ingresa un correo válido" defaultValue="sin-arroba" />
        <TextInput label="Desactivado" disabled defaultValue="No se puede" />
        <NativeSelect label="Selección" data={['Uno', 'Dos']} />
        <div className={classes.chosen}>
          <PasswordField
            label="Contraseña"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <StrengthMeter password={password} facts={[]} />
        </div>
        <Switch label="Interruptor" defaultChecked />
      </div>
      <PhotoField name="Ana Soto" image={null} file={photo} onFile={setPhoto} />
    </Section>
  );
}

function Dialogs() {
  const [answer, setAnswer] = useState('');
  return (
    <Section id="gallery-dialogs" title="Diálogos y avisos">
      <div className={classes.row}>
        <Button
          variant="default"
          onClick={() => void showError('El correo ya existe', 'Con un texto debajo.')}
        >
          Error
        </Button>
        <Button
          variant="default"
          onClick={() =>
            void ask({ title: '¿Continuar?', confirm: 'Sí', cancel: 'No' }).then((yes) =>
              setAnswer(yes ? 'sí' : 'no'),
            )
          }
        >
          Pregunta
        </Button>
        <Button
          variant="default"
          onClick={() =>
            void blocking('Trabajando…', () => new Promise((resolve) => setTimeout(resolve, WORK)))
          }
        >
          Bloqueo
        </Button>
        <Button variant="default" onClick={() => toastSuccess('Listo')}>
          Aviso de éxito
        </Button>
        <Button
          variant="default"
          onClick={() => toastFailure('No se pudo', new Error('a failure made for the gallery'))}
        >
          Aviso de falla
        </Button>
        <span role="status">{answer ? `Respuesta: ${answer}` : ''}</span>
      </div>
    </Section>
  );
}

export function GalleryScreen() {
  const [page, setPage] = useState(1);
  return (
    <Screen title="Galería de componentes" lead="Cada parte compartida en cada uno de sus estados.">
      <Section id="gallery-buttons" title="Botones">
        <div className={classes.row}>
          <Button>Principal</Button>
          <Button variant="default">Secundario</Button>
          <Button variant="subtle">Discreto</Button>
          <Button color="red">Peligro</Button>
          <Button loading>Cargando</Button>
          <Button disabled>Desactivado</Button>
          <AllowedButton allowed={false}>Sin permiso</AllowedButton>
        </div>
      </Section>
      <Inputs />
      <Dialogs />
      <Section id="gallery-people" title="Personas y estados">
        <div className={classes.row}>
          {NAMES.map((name) => (
            <span key={name} className={classes.person}>
              <PersonAvatar name={name} /> {name}
            </span>
          ))}
        </div>
        <div className={classes.row}>
          {AGENT_STATUSES.map((status) => (
            <span key={status} className={classes.person}>
              <StatusDot status={status} /> {AGENT_STATUS_LABELS[status]}
            </span>
          ))}
          {CHANNELS.map((channel) => (
            <span key={channel} className={classes.person}>
              <ChannelIcon channel={channel} /> {CHANNEL_LABELS[channel]}
            </span>
          ))}
          <Stars value={4.3} />
        </div>
      </Section>
      <Section id="gallery-states" title="Estados de una lista">
        <div className={classes.grid}>
          <LoadRows label="Cargando…" rows={3} />
          <LoadError
            message="No pudimos conectar con el servidor."
            onRetry={() => toastSuccess('Reintento')}
          />
          <Empty title="Aún no hay nada aquí" next={<Button>Crear</Button>} />
          <NoAccess />
        </div>
        <Pager label="Páginas de ejemplo" page={page} pages={12} onPage={setPage} />
      </Section>
    </Screen>
  );
}
