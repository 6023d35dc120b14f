/** WhatsApp's numbers and templates. */
import type { Screens } from '../../frame/screen.ts';

export const whatsappScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/whatsapp-business', title: 'WhatsApp API', module: 'whatsapp_api', part: 'WhatsAppScreen' },
];
