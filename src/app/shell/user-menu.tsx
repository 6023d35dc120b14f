/** Who is signed in, a few settings of this browser, and the way out. */
import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs';
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { usePlace } from '../../bot/place-context.ts';
import { askToSignOut, cancelSignOut, confirmSignOut, type Unsent } from '../../session/hub-session.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useStored } from '../../ui/stored-state.ts';
import { readSounds, SOUND_KEY } from './sounds.ts';
import classes from './user-menu.module.css';

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'));

export function UserMenu() {
  const { user, place } = usePlace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [sounds, setSounds] = useStored(SOUND_KEY, readSounds);
  const [asking, setAsking] = useState<Unsent | null>(null);
  const leave = async () => setAsking(await askToSignOut());
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton aria-label={`Menú de ${user.name}`} className={classes.target}>
            <PersonAvatar name={user.name} id={String(user.id)} image={user.image} size={30} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <strong>{user.name}</strong>
            <span>{user.email}</span>
            <span>
              {place.link.role.name} en {place.bot.bot_name}
            </span>
          </div>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to="/profile"
            leftSection={<IconUserCircle size={16} aria-hidden="true" />}
          >
            Mi cuenta
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={
              sounds ? (
                <IconVolume size={16} aria-hidden="true" />
              ) : (
                <IconVolumeOff size={16} aria-hidden="true" />
              )
            }
            onClick={() => setSounds(!sounds)}
          >
            {sounds ? 'Silenciar los avisos' : 'Activar el sonido de los avisos'}
          </Menu.Item>
          {colorScheme === 'auto' ? null : (
            <Menu.Item
              leftSection={<IconDeviceDesktop size={16} aria-hidden="true" />}
              onClick={() => setColorScheme('auto')}
            >
              Usar el tema del sistema
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void leave()}>
            Cerrar sesión
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <Suspense fallback={null}>
          <SignOutDialog
            unsent={asking}
            onLeave={confirmSignOut}
            onCancel={() => {
              cancelSignOut();
              setAsking(null);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
