/** Notices of the browser and pushes: whether this browser may, which events, with what text, and quiet mode. */
import { Button, NativeSelect, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Link } from '@tanstack/react-router';
import { isQuiet, type NoticeSettings } from '../../../contract/notice-settings.ts';
import { sentence } from '../../api/api-error.ts';
import { useNoticeQuery, useSaveNotices } from '../../notices/notice-settings.ts';
import { QUIET_CHOICES, quietFor, quietText } from '../../notices/quiet.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BrowserPermission } from './browser-permission.tsx';
import classes from './notice-form.module.css';
import { PushForm } from './push-form.tsx';

export function NoticeForm({ userId }: { userId: number }) {
  const settings = useNoticeQuery(userId);
  const save = useSaveNotices(userId);
  return (
    <div className={classes.form}>
      <BrowserPermission />
      <PushForm userId={userId} />
      {settings.data ? (
        <Choices settings={settings.data} onChange={(wish) => save.mutate(wish)} />
      ) : settings.isPending ? (
        <LoadRows label="Cargando avisos…" rows={7} height={28} />
      ) : (
        <LoadError message={sentence(settings.error)} onRetry={() => void settings.refetch()} />
      )}
    </div>
  );
}

function Choices({
  settings,
  onChange,
}: {
  settings: NoticeSettings;
  onChange: (wish: NoticeSettings) => void;
}) {
  const now = useNow();
  const { show_text, quiet } = settings;
  const quietNow = quiet !== null && isQuiet(settings, now);
  return (
    <>
      <p>
        <Link to="/notificaciones/ajustes">Elegir qué te avisa y por dónde</Link>: campana, sonido, aviso,
        push o correo.
      </p>
      <Switch
        label="Mostrar nombres y mensajes en los avisos"
        description="Otras personas pueden leerlos en tu pantalla, aunque esté bloqueada."
        checked={show_text}
        onChange={(event) => onChange({ ...settings, show_text: event.currentTarget.checked })}
      />
      <div className={classes.sound}>
        <NativeSelect
          label="Modo silencio"
          description={
            quietNow
              ? `Activo ${quietText(quiet, now)}: sin sonidos ni avisos.`
              : 'Sin sonidos ni avisos por un tiempo. Los contadores siguen al día.'
          }
          value=""
          onChange={(event) => {
            const choice = QUIET_CHOICES.find(({ value }) => value === event.currentTarget.value);
            if (choice) onChange({ ...settings, quiet: quietFor(choice.value, Date.now()) });
          }}
          data={[
            { value: '', label: quietNow ? 'Cambiar por…' : 'Desactivado' },
            ...QUIET_CHOICES.map(({ value, label }) => ({ value, label })),
          ]}
        />
        {quietNow ? (
          <Button variant="default" onClick={() => onChange({ ...settings, quiet: null })}>
            Quitar el silencio
          </Button>
        ) : null}
      </div>
    </>
  );
}
