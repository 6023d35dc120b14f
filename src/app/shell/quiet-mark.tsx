/** That quiet mode holds is always in sight: nobody should wonder why nothing rings. A click ends it. */
import { ActionIcon } from '@mantine/core';
import IconBellOff from '@tabler/icons-react/dist/esm/icons/IconBellOff.mjs';
import { isQuiet } from '../../../contract/notice-settings.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useNoticeSettings, useSaveNotices } from '../../notices/notice-settings.ts';
import { quietText } from '../../notices/quiet.ts';
import { useNow } from '../../ui/use-now.ts';

export function QuietMark() {
  const { user } = usePlace();
  const settings = useNoticeSettings(user.id);
  const save = useSaveNotices(user.id);
  const now = useNow();
  if (settings.quiet === null || !isQuiet(settings, now)) return null;
  const label = `Modo silencio ${quietText(settings.quiet, now)}. Quitarlo`;
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      loading={save.isPending}
      onClick={() => save.mutate({ ...settings, quiet: null })}
    >
      <IconBellOff size={19} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
