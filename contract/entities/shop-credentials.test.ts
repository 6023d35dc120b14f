/** What people type or paste to connect a shop, and what is kept of it. */
import { expect, it } from 'vitest';
import { FAULT_KINDS, SHOP_PROVIDERS, type ShopProvider } from './connection.ts';
import { connectionAdvice } from './connection-faults.ts';
import { SHOP_CREDENTIALS } from './shop-credentials.ts';
import { SHOP_FIELDS, SHOP_STEPS } from './shop-forms.ts';

const WIRE: Record<ShopProvider, Record<string, string>> = {
  shopify: { shop: 'polar.myshopify.com', access_token: 'shpat_1', webhook_secret: 'shpss_1' },
  vtex: { account: 'polar', app_key: 'vtexappkey-polar-ABC', app_token: 'T0K3N' },
  woocommerce: { url: 'https://polar.cl/tienda', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
  bsale: { access_token: 'b5a1e' },
  magento: {
    url: 'https://polar.cl',
    store: 'default',
    access_token: 'm4g',
    consumer_key: 'k',
    consumer_secret: 's',
    access_token_secret: 't',
  },
  jumpseller: { login: 'login', authtoken: 'token' },
  prestashop: { url: 'https://polar.cl', key: 'WSKEY' },
};
const parse = (provider: ShopProvider, given: Record<string, string>) =>
  SHOP_CREDENTIALS[provider].safeParse({ ...WIRE[provider], ...given });
const refusal = (provider: ShopProvider, given: Record<string, string>) => {
  const [issue] = parse(provider, given).error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
};

it.each(SHOP_PROVIDERS)(
  'takes the credentials of %s by the names of the wire, and asks for each in its form',
  (provider) => {
    expect(parse(provider, {}).data).toEqual(WIRE[provider]);
    expect(SHOP_FIELDS[provider].map(({ name }) => name).toSorted()).toEqual(
      Object.keys(WIRE[provider]).toSorted(),
    );
    expect(SHOP_STEPS[provider].length).toBeGreaterThan(1);
    for (const { name, optional } of SHOP_FIELDS[provider]) {
      const { [name]: _, ...others } = WIRE[provider];
      const alone = provider === 'magento' && name !== 'store';
      if (!optional || alone) expect(SHOP_CREDENTIALS[provider].safeParse(others).success, name).toBe(false);
      expect(parse(provider, { [name]: `${WIRE[provider][name]}\r\nX-Other: 1` }).success, name).toBe(false);
    }
  },
);

it('takes addresses as people paste them, and none that others would choose', () => {
  expect(parse('woocommerce', { url: ' polar.cl/tienda/wp-admin/?page=1#a ' }).data).toMatchObject({
    url: 'https://polar.cl/tienda',
  });
  expect(parse('shopify', { shop: 'https://Polar.myshopify.com/admin' }).data).toMatchObject({
    shop: 'polar.myshopify.com',
  });
  expect(parse('shopify', { shop: 'polar' }).data).toMatchObject({ shop: 'polar.myshopify.com' });
  for (const shop of ['polar.cl', 'evil.cl/.myshopify.com', 'a@evil.cl', 'myshopify.com.evil.cl', ''])
    expect(refusal('shopify', { shop }), shop).toContain('shop: Escribe la dirección');
  for (const url of ['ftp://polar.cl', 'javascript:alert(1)', 'polar', '', 'https://ana:clave@polar.cl'])
    expect(refusal('prestashop', { url }), url).toContain('url: Escribe la dirección');
  for (const account of ['evil.cl/', 'a.b', '@', 'polar#'])
    expect(refusal('vtex', { account }), account).toContain('account: Escribe solo');
});

it('lets Magento sign with all three or with none', () => {
  const none = { consumer_key: '', consumer_secret: '', access_token_secret: '' };
  expect(parse('magento', { ...none, store: '' }).data).toMatchObject({ store: 'default', ...none });
  expect(refusal('magento', { ...none, consumer_key: 'k' })).toContain('consumer_key: Para firmar');
});

it('has a sentence that says what to do for each fault of each shop', () => {
  for (const provider of SHOP_PROVIDERS)
    for (const kind of FAULT_KINDS) expect(connectionAdvice(provider, kind)).toMatch(/\. [A-ZÁÉÍÓÚ«]|; |: /);
});
