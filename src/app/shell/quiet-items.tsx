/** Quiet mode in the person's menu: on for an hour or until tomorrow, off again, and the way to its settings. */
import { Menu } from '@mantine/core';
import IconBellCog from '@tabler/icons-react/dist/esm/icons/IconBellCog.mjs';
import IconBellOff from '@tabler/icons-react/dist/esm/icons/IconBellOff.mjs';
import IconBellRinging from '@tabler/icons-react/dist/esm/icons/IconBellRinging.mjs';
import { Link } from '@tanstack/react-router';
import { isQuiet } from '../../../contract/notice-settings.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useNoticeSettings, useSaveNotices } from '../../notices/notice-settings.ts';
import { NOTICES_HASH } from '../../notices/notices-hash.ts';
import { type QuietChoice, quietFor } from '../../notices/quiet.ts';
import { useNow } from '../../ui/use-now.ts';

const OFFERED: readonly { choice: QuietChoice; label: string }[] = [
  { choice: '60', label: 'Modo silencio por 1 hora' },
  { choice: 'tomorrow', label: 'Modo silencio hasta mañana' },
];

export function QuietItems() {
  const { user } = usePlace();
  const settings = useNoticeSettings(user.id);
  const save = useSaveNotices(user.id);
  const now = useNow();
  return (
    <>
      {isQuiet(settings, now) ? (
        <Menu.Item
          leftSection={<IconBellRinging size={16} aria-hidden="true" />}
          onClick={() => save.mutate({ ...settings, quiet: null })}
        >
          Quitar el modo silencio
        </Menu.Item>
      ) : (
        OFFERED.map(({ choice, label }) => (
          <Menu.Item
            key={choice}
            leftSection={<IconBellOff size={16} aria-hidden="true" />}
            onClick={() => save.mutate({ ...settings, quiet: quietFor(choice, Date.now()) })}
          >
            {label}
          </Menu.Item>
        ))
      )}
      <Menu.Item
        component={Link}
        to="/profile"
        hash={NOTICES_HASH}
        leftSection={<IconBellCog size={16} aria-hidden="true" />}
      >
        Configurar avisos
      </Menu.Item>
    </>
  );
}
