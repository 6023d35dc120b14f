/** What opens a menu at the right of the top bar: notifications, the agent's status, colour scheme, person. */
import { useMay, usePlace } from '../../bot/place-context.ts';
import { Bell } from './bell.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { QuietMark } from './quiet-mark.tsx';
import { StatusSelector } from './status-selector.tsx';
import { UserMenu } from './user-menu.tsx';

export default function TopBarMenus({ wide }: { wide: boolean }) {
  const may = useMay();
  const { place } = usePlace();
  return (
    <>
      <QuietMark />
      {place.bot.flags.notification_bell ? <Bell key={place.bot.id} /> : null}
      {may('live', 'read') ? <StatusSelector /> : null}
      {wide ? <ColorSchemeSwitch /> : null}
      <UserMenu />
    </>
  );
}
