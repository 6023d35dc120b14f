/** WhatsApp's numbers and templates. */
import type { Screens } from '../../frame/screen.ts';

export const whatsappScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/whatsapp-business', title: 'WhatsApp API', module: 'whatsapp_api', part: 'WhatsAppScreen' },
  {
    path: '/whatsapp-business/plantillas/nueva',
    title: 'Nueva plantilla',
    module: 'whatsapp_api',
    part: 'NewTemplateScreen',
  },
  {
    path: '/whatsapp-business/plantillas/$id',
    title: 'Plantilla',
    module: 'whatsapp_api',
    part: 'TemplateScreen',
  },
];
