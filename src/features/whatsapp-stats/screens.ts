/** What became of what was sent by templates. */
import type { Screens } from '../../frame/screen.ts';

export const whatsappStatsScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/whatsapp-estadisticas',
    title: 'Estadísticas de WhatsApp',
    module: 'template_messages_stats',
    part: 'WhatsAppStatsScreen',
  },
];
