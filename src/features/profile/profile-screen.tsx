/** `/profile`, 'Mi cuenta': data, photo, password, second factor, e-mail, sounds and sessions of the signed-in person. */
import { usePlace } from '../../bot/place-context.ts';
import { NOTICES_HASH } from '../../notices/notices-hash.ts';
import { ConfirmEmailNotice, useConfirmed } from '../../ui/confirm-email-notice.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { DataForm } from './data-form.tsx';
import { DeviceList } from './device-list.tsx';
import { EmailForm } from './email-form.tsx';
import { NoticeForm } from './notice-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhotoForm } from './photo-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SoundForm } from './sound-form.tsx';

export function ProfileScreen() {
  const { user } = usePlace();
  const confirmed = useConfirmed(user);
  return (
    <Screen title="Mi cuenta" width="form">
      {confirmed ? null : <ConfirmEmailNotice user={user} />}
      <Section id="profile-data" title="Tus datos" lead="Así te ven tus colegas y tus clientes.">
        <PhotoForm user={user} />
        <DataForm key={user.id} user={user} />
      </Section>
      <Section id="profile-email" title="Correo" lead="Con él inicias sesión y recibes los avisos.">
        <EmailForm user={user} />
      </Section>
      <Section
        id="profile-password"
        title="Contraseña"
        lead="Al cambiarla se cierran las sesiones de tus otros dispositivos."
      >
        <PasswordForm user={user} />
      </Section>
      <Section
        id="profile-second-factor"
        title="Verificación en dos pasos"
        lead="Además de tu contraseña, un código de tu teléfono. Al cambiarla se cierran tus otras sesiones."
      >
        <SecondFactorForm key={user.id} user={user} />
      </Section>
      <Section
        id={NOTICES_HASH}
        title="Avisos"
        lead="Lo que pasa mientras miras otra cosa. Qué te avisa vale en todos tus dispositivos."
      >
        <NoticeForm userId={user.id} />
      </Section>
      <Section
        id="profile-sounds"
        title="Sonidos"
        lead="Qué suena cuando pasa algo. Vale en todos tus dispositivos."
      >
        <SoundForm userId={user.id} />
      </Section>
      <Section
        id="profile-devices"
        title="Mis sesiones"
        lead="Los navegadores en los que tu sesión está abierta. Cada una termina a los 14 días, o a los 3 sin uso."
      >
        <DeviceList userId={user.id} />
      </Section>
    </Screen>
  );
}
