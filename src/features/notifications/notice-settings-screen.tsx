/** `/notificaciones/ajustes`: by which ways somebody is told of each kind, as a matrix (NO-4). */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Link } from '@tanstack/react-router';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useNoticeQuery, useSaveNotices } from '../../notices/notice-settings.ts';
import { useSaveSounds, useSoundQuery } from '../../notices/sounds.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { NoticeMatrix } from './notice-matrix.tsx';
import classes from './notifications.module.css';

export function NoticeSettingsScreen() {
  const { user } = usePlace();
  const notices = useNoticeQuery(user.id);
  const sounds = useSoundQuery(user.id);
  const save = useSaveNotices(user.id);
  const saveSounds = useSaveSounds(user.id);
  const failed = !notices.data ? notices.error : !sounds.data ? sounds.error : null;
  const retry = () => {
    void notices.refetch();
    void sounds.refetch();
  };
  return (
    <Screen
      title="Ajustes de notificaciones"
      lead="Qué te avisa y por dónde. Vale en todos tus navegadores y se guarda al cambiarlo."
      back={{ to: '/notificaciones', label: 'Notificaciones' }}
    >
      <Section id="notice-matrix" title="Qué te avisa">
        <ul className={classes.ways}>
          <li>Campana: cuenta como sin leer. Sin ella queda en Notificaciones, ya leída.</li>
          <li>Aviso: aparece mientras tienes el panel abierto. Push: con el navegador cerrado.</li>
          <li>Correo: un resumen cuando no estás, a lo más cada 6 horas, de lo que no has leído.</li>
        </ul>
        {failed ? <LoadError message={sentence(failed)} onRetry={retry} /> : null}
        {!failed && !(notices.data && sounds.data) ? (
          <LoadRows label="Cargando los ajustes…" rows={10} height={40} />
        ) : null}
        {notices.data && sounds.data ? (
          <>
            <NoticeMatrix
              settings={notices.data}
              sounds={sounds.data}
              onChange={(wish) => save.mutate(wish)}
              onSounds={(wish) => saveSounds.mutate(wish)}
            />
            <div className={classes.own}>
              <Switch
                label="Mostrar nombres y mensajes en avisos y correos"
                description="Otras personas pueden leerlos en tu pantalla, aunque esté bloqueada."
                checked={notices.data.show_text}
                onChange={(event) =>
                  notices.data && save.mutate({ ...notices.data, show_text: event.currentTarget.checked })
                }
              />
              <p>
                El permiso de este navegador, el push, el modo silencio y cada sonido se eligen en{' '}
                <Link to="/profile">Mi cuenta</Link>.
              </p>
            </div>
          </>
        ) : null}
      </Section>
    </Screen>
  );
}
