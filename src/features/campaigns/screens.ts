/** Campaigns: one template of WhatsApp to many clients. */
import type { Screens } from '../../frame/screen.ts';

const rule = {
  title: 'Plantillas programadas',
  module: 'whatsapp_api',
  flag: 'scheduled_templates',
} as const;

export const campaignsScreens: Screens<typeof import('./parts.ts')> = [
  { path: '/plantillas-programadas', ...rule, part: 'CampaignsScreen' },
  { path: '/plantillas-programadas/nueva', ...rule, part: 'NewCampaignScreen' },
  { path: '/plantillas-programadas/$id', ...rule, part: 'CampaignScreen' },
];
