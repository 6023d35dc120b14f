/** The button that leads a site's visitors to WhatsApp. */
import type { Screens } from '../../frame/screen.ts';

export const whatsappButtonScreens: Screens<typeof import('./parts.ts')> = [
  {
    path: '/widgetWhatsapp',
    title: 'Widget WhatsApp',
    module: 'widget_whatsapp',
    part: 'WhatsAppButtonScreen',
  },
];
