/** Who is signed in, a few settings of this browser, and the way out. */
import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs';
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../../bot/place-context.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { readSounds, SOUND_KEY } from '../../notices/sounds.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useStored } from '../../ui/stored-state.ts';
import { QuietItems } from './quiet-items.tsx';
import classes from './user-menu.module.css';

export function UserMenu() {
  const { user, place } = usePlace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [sounds, setSounds] = useStored(SOUND_KEY, readSounds);
  const { signOut, openDiagnostics } = useShellActions();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return (
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
          {sounds ? 'Apagar el sonido en este navegador' : 'Encender el sonido en este navegador'}
        </Menu.Item>
        <QuietItems />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={
            dark ? <IconSun size={16} aria-hidden="true" /> : <IconMoon size={16} aria-hidden="true" />
          }
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Tema claro' : 'Tema oscuro'}
        </Menu.Item>
        {colorScheme === 'auto' ? null : (
          <Menu.Item
            leftSection={<IconDeviceDesktop size={16} aria-hidden="true" />}
            onClick={() => setColorScheme('auto')}
          >
            Usar el tema del sistema
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconActivity size={16} aria-hidden="true" />} onClick={openDiagnostics}>
          Diagnóstico
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={signOut}>
          Cerrar sesión
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
