/** `npm run playground`: starts it with a number of its own and says what `npm start` needs to know of it. */
import type { MessagingAccount } from './messenger/account.ts';
import { startPlayground } from './playground.ts';
import { stock } from './shops/make-stores.ts';

const port = Number(process.env.PLAYGROUND_PORT ?? 4010);
const product = (process.env.PUBLIC_URL ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
const { url, graphUrl, instagramUrl, whatsapp, messaging, faults, shops, flow, stripe } =
  await startPlayground(port);
stripe.hookUrl = `${product}/hooks/stripe`;
/** Periods close by themselves, as at the real ones. */
setInterval(() => {
  flow.turn();
  stripe.turn();
}, 60_000).unref();
faults.statusDelay = 600;
const number = whatsapp.addNumber({ hookUrl: `${product}/hooks/whatsapp` });
const page = messaging.addAccount('messenger', { hookUrl: `${product}/hooks/messenger` });
const instagram = messaging.addAccount('instagram', { hookUrl: `${product}/hooks/instagram` });

function factsOf({ channel, id, accessToken, appSecret, verifyToken }: MessagingAccount): string {
  return `
Y ${channel === 'messenger' ? 'Messenger' : 'Instagram'} con estos:
  ${channel === 'messenger' ? 'Identificador de la página ' : 'Identificador de la cuenta '}${id}
  Token de acceso            ${accessToken}
  Secreto de la app          ${appSecret}
  Token de verificación      ${verifyToken}
`;
}

whatsapp.addTemplate(number.businessAccountId, {
  name: 'pedido_listo',
  language: 'es_CL',
  category: 'UTILITY',
  status: 'APPROVED',
  components: [
    {
      type: 'BODY',
      text: 'Hola {{1}}, tu pedido {{2}} está listo para retiro.',
      example: { body_text: [['Camila', '1042']] },
    },
    { type: 'FOOTER', text: 'Tienda de prueba' },
  ],
});
whatsapp.addTemplate(number.businessAccountId, {
  name: 'promo_semana',
  language: 'es_CL',
  category: 'MARKETING',
  status: 'APPROVED',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Ofertas' },
    {
      type: 'BODY',
      text: 'Esta semana todo con descuento, {{1}}. Te esperamos.',
      example: { body_text: [['Camila']] },
    },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Ver ofertas' },
        { type: 'QUICK_REPLY', text: 'No recibir más' },
      ],
    },
  ],
});

console.log(`Teléfono de prueba: ${url}

Inicia el producto con estas variables:
  GRAPH_BASE_URL=${graphUrl} INSTAGRAM_GRAPH_BASE_URL=${instagramUrl} OUTBOUND_TRUSTED_ORIGINS=${url} \\
  FLOW_API_URL=${url}/flow/api FLOW_API_KEY=${flow.apiKey} FLOW_SECRET_KEY=${flow.secretKey} \\
  STRIPE_API_URL=${url} STRIPE_SECRET_KEY=${stripe.secretKey} STRIPE_WEBHOOK_SECRET=${stripe.webhookSecret} \\
  SHOPIFY_BASE_URL=${url}/shops/shopify VTEX_BASE_URL=${url}/shops/vtex \\
  JUMPSELLER_API_URL=${url}/shops/jumpseller/v1 BSALE_API_URL=${url}/shops/bsale npm start

Conecta WhatsApp en el panel con estos datos:
  Identificador del número   ${number.phoneNumberId}
  Cuenta de WhatsApp (WABA)  ${number.businessAccountId}
  Token de acceso            ${number.accessToken}
  Secreto de la app          ${number.appSecret}
  Token de verificación      ${number.verifyToken}
${[page, instagram].map(factsOf).join('')}`);
for (const store of Object.values(shops)) stock(store);
const typed = Object.values(shops).map(({ name, credentials }) =>
  [`  ${name}`, ...Object.entries(credentials).map(([field, value]) => `    ${field}: ${value}`)].join('\n'),
);
console.log(`
Tienda de prueba (carros, pagos y despachos de las siete): ${url}/tienda
Páginas de la tienda WooCommerce, donde se pega el código de los carros: ${url}/shops/woocommerce/

Conecta las tiendas en Integraciones con estos datos:
${typed.join('\n')}`);
