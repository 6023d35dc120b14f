/** A WhatsApp number as a connection: what a person types, and what makes it usable. */
import * as z from 'zod/mini';
import type { ProviderPort } from '../../connections/provider.ts';
import type { App } from '../../platform/app.ts';
import { Graph } from '../graph.ts';
import { failWaiting } from '../send-status.ts';
import { scheduleSync } from './templates.ts';

const graphId = (name: string) =>
  z.string().check(z.regex(/^\d{3,32}$/, `${name} debe tener solo números, como lo muestra Meta.`));
const secret = (name: string) => z.string().check(z.minLength(6, `Falta ${name}.`), z.maxLength(2000));

export const whatsappCredentials = z.object({
  phone_number_id: graphId('El identificador del número'),
  business_account_id: graphId('La cuenta de WhatsApp Business'),
  access_token: secret('el token de acceso'),
  app_secret: secret('el secreto de la app'),
  verify_token: secret('el token de verificación'),
});
export type WhatsAppCredentials = z.infer<typeof whatsappCredentials>;

const phone = z.looseObject({
  display_phone_number: z.optional(z.string()),
  verified_name: z.optional(z.string()),
  quality_rating: z.optional(z.string()),
  messaging_limit_tier: z.optional(z.string()),
});

const REMOVED = 'No salió: el número por el que iba a salir se quitó del chatbot.';

/** Its three questions: the number is there, its templates may be read, its webhooks come to us. */
export const whatsappProvider = (app: App): ProviderPort<WhatsAppCredentials> => ({
  credentials: whatsappCredentials,
  account: ({ phone_number_id, business_account_id }) => ({
    account: phone_number_id,
    parent: business_account_id,
  }),
  connected: (tx, connection) => scheduleSync(tx, app, connection, 'connected'),
  removing: (tx, connection) => failWaiting(tx, app, connection.id, REMOVED),
  async check({ phone_number_id, business_account_id, access_token }) {
    const graph = new Graph(app, access_token);
    const fields = 'display_phone_number,verified_name,quality_rating,messaging_limit_tier';
    const said = phone.safeParse(await graph.call(`/${phone_number_id}`, { query: { fields } }));
    const facts = said.success ? said.data : {};
    await graph.call(`/${business_account_id}/message_templates`, { query: { limit: '1' } });
    await graph.call(`/${business_account_id}/subscribed_apps`, { method: 'POST' });
    return {
      name: facts.verified_name ?? facts.display_phone_number ?? phone_number_id,
      capabilities: { messages: true, templates: true, webhooks: true },
      facts: {
        phone: facts.display_phone_number ?? null,
        verified_name: facts.verified_name ?? null,
        quality: facts.quality_rating ?? null,
        tier: facts.messaging_limit_tier ?? null,
      },
    };
  },
});
