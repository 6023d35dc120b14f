import { afterEach, expect, it, vi } from 'vitest';
import { signInCalls } from '../../contract/calls/sign-in.ts';

afterEach(() => vi.unstubAllGlobals());

it('tells of maintenance also who begins to listen after the refusal, once', async () => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('location', { origin: 'https://panel.example.cl' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    String(input).includes('client-config')
      ? Response.json({ product: { name: 'Charla', slug: 'charla' }, demo: false, build: 'x' })
      : Response.json(
          { error: 'unavailable', message: 'En mantención.', details: { maintenance: true } },
          { status: 503 },
        ),
  );
  vi.stubGlobal('document', { getElementById: () => null });
  const { loadClientConfig } = await import('../base/client-config.ts');
  await loadClientConfig();
  const { call, onMaintenance } = await import('./call.ts');
  const body = { email: 'ana@charla.test', password: 'charla-demo' };
  await expect(call(signInCalls.signIn, { body })).rejects.toMatchObject({ status: 503 });
  const heard = vi.fn();
  onMaintenance(heard);
  expect(heard).toHaveBeenCalledTimes(1);
  onMaintenance(() => expect.unreachable('told twice'));
});
