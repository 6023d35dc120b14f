/**
 * Connects the playground's number to bot 64 of the demo, as its owner would in the dashboard: signs in, connects, and
 * says what came of it. `node scripts/connect-playground.mjs [address of the product]`
 */
const product = process.argv[2] ?? 'http://127.0.0.1:3000';

/**
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} headers
 */
async function post(path, body, headers = {}) {
  const response = await fetch(`${product}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { response, body: /** @type {Record<string, unknown>} */ (await response.json()) };
}

const signedIn = await post('/svc/main/auth/sign_in', {
  email: 'propietaria@charla.test',
  password: 'charla-demo',
});
const names = ['access-token', 'token-type', 'client', 'expiry', 'uid'];
const credentials = Object.fromEntries(
  names.map((name) => [name, signedIn.response.headers.get(name) ?? '']),
);
const { response, body } = await post(
  '/svc/main/connections',
  {
    bot_id: 64,
    provider: 'whatsapp',
    credentials: {
      phone_number_id: '10001',
      business_account_id: '20001',
      access_token: 'playground-token-1',
      app_secret: 'playground-app-secret-1',
      verify_token: 'playground-verify-1',
    },
  },
  credentials,
);
console.log(response.status === 201 ? `Conectado: ${body.name}` : `No se pudo conectar: ${body.message}`);
process.exitCode = response.status === 201 || response.status === 409 ? 0 : 1;
