/** A channel's icon; its name stands beside it or in `label`. */
import IconBrandInstagram from '@tabler/icons-react/dist/esm/icons/IconBrandInstagram.mjs';
import IconBrandMessenger from '@tabler/icons-react/dist/esm/icons/IconBrandMessenger.mjs';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { Channel } from '../../contract/states.ts';

const ICONS = {
  web: IconWorld,
  whatsapp: IconBrandWhatsapp,
  instagram: IconBrandInstagram,
  messenger: IconBrandMessenger,
} as const satisfies Record<Channel, unknown>;

export function ChannelIcon({ channel, size = 14 }: { channel: Channel; size?: number }) {
  const Icon = ICONS[channel];
  return <Icon size={size} stroke={1.8} aria-hidden="true" />;
}
