/** The button that leads a site's visitors to WhatsApp. */
import type { Domain } from '../platform/domain.ts';
import { whatsappButtonDemo } from './demo.ts';
import { registerWhatsAppButton } from './routes.ts';

export const whatsappButton: Domain = {
  name: 'whatsapp-button',
  calls: registerWhatsAppButton,
  demo: whatsappButtonDemo,
};
