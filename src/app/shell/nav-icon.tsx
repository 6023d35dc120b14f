/** The sidebar's icons, imported one by one. */
import IconAffiliate from '@tabler/icons-react/dist/esm/icons/IconAffiliate.mjs';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import type { NavIcon as Name } from '../../frame/nav-entries.ts';

const ICONS = {
  account: IconUserCircle,
  dashboard: IconLayoutDashboard,
  bot: IconRobot,
  center: IconAffiliate,
  history: IconHistory,
  clients: IconUsers,
  live: IconMessages,
  whatsapp: IconBrandWhatsapp,
  agents: IconUsersGroup,
  integrations: IconPlug,
  settings: IconSettings,
} as const satisfies Record<Name, unknown>;

export function NavIcon({ name }: { name: Name }) {
  const Icon = ICONS[name];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
