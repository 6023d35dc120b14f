import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_SOUNDS } from '../../contract/sounds.ts';
import { agentSocket, confirmLink, fault, linkIn, mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const PASSWORD = 'lluvia en Valdivia 7';
let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.addPerson('ana', PASSWORD);
});
afterAll(() => server.close());

const own = (path = '', person = ana) => `/svc/main/user_data/${person.id}${path}`;

it('changes name and phone, and leaves an audit of both', async () => {
  const answer = await server.call('PUT', own(), {
    as: ana,
    body: { name: '  Ana  Riquelme ', phone: '+56 9 1234 5678' },
  });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Ana Riquelme', phone: '+56912345678' } });
  expect(fault(await server.call('PUT', own(), { as: ana, body: { name: ' ' } }))).toMatchObject({
    fields: ['name'],
  });
  const audits = await server.app.db.query<{ changes: unknown }>(sql`
    select changes from audits where auditable_type = 'user' and auditable_id = ${String(ana.id)}`);
  expect(audits).toEqual([
    {
      changes: [
        { column_name: 'name', old_value: 'ana', new_value: 'Ana Riquelme' },
        { column_name: 'phone', old_value: null, new_value: '+56912345678' },
      ],
    },
  ]);
});

it('lists the browsers of a person, and closes one or all the others at once, sockets too', async () => {
  const laptop = await server.signIn(ana);
  const phone = await server.signIn(ana);
  const list = (await server.call('GET', own('/devices'), { as: ana })).body as {
    id: string;
    current: boolean;
  }[];
  expect(list.map(({ current }) => current)).toEqual([true, false, false]);
  expect(JSON.stringify(list)).not.toContain(laptop.client);
  expect(fault(await server.call('DELETE', own(`/devices/${list[0]?.id}`), { as: ana })).status).toBe(422);
  const sockets = [laptop, phone].map((headers) => agentSocket(server, { ...ana, headers }));
  await Promise.all(sockets.map(({ connected }) => connected));
  expect((await server.call('DELETE', own(`/devices/${list[1]?.id}`), { as: ana })).status).toBe(200);
  await Promise.any(sockets.map(({ ended }) => ended));
  expect((await server.call('DELETE', own('/devices'), { as: ana })).body).toEqual({ ended: 1 });
  await Promise.all(sockets.map(({ ended }) => ended));
  expect((await server.call('GET', own(), { as: phone })).status).toBe(401);
  expect((await server.call('GET', own(), { as: ana })).status).toBe(200);
});

it('changes the password with the present one, and ends the other sessions', async () => {
  const other = await server.signIn(ana);
  const change = (body: object) => server.call('PUT', own('/password'), { as: ana, body });
  const next = { password: 'otra frase larga 9', password_confirmation: 'otra frase larga 9' };
  expect(fault(await change({ current_password: 'no es', ...next }))).toMatchObject({
    fields: ['current_password'],
  });
  expect(
    fault(await change({ current_password: PASSWORD, password: '111111', password_confirmation: '111111' })),
  ).toMatchObject({
    fields: ['password'],
  });
  expect((await change({ current_password: PASSWORD, ...next })).body).toEqual({ ok: true, ended: 1 });
  expect((await server.call('GET', own(), { as: other })).status).toBe(401);
  expect(await mailsTo(server, ana.email, 'acaba de cambiar')).toHaveLength(1);
});

it('changes the e-mail when the new address’s link is followed, and tells the old one', async () => {
  const bea = await server.addPerson('bea', PASSWORD);
  const ask = (email: string) =>
    server.call('POST', own('/email', bea), { as: bea, body: { email, current_password: PASSWORD } });
  // An address that is another's gets the same answer; only its mailbox hears of it, and no link.
  expect((await ask(ana.email)).body).toMatchObject({ email: bea.email, pending_email: ana.email });
  expect(await mailsTo(server, ana.email, 'ya es el de la tuya')).toHaveLength(1);
  expect(await mailsTo(server, ana.email, '/confirm/')).toEqual([]);
  expect((await ask('Bea.Nueva@b.cl')).body).toMatchObject({
    email: bea.email,
    pending_email: 'bea.nueva@b.cl',
  });
  const [token = ''] = linkIn(server, (await mailsTo(server, 'bea.nueva@b.cl', '/confirm/'))[0], 'confirm');
  expect((await confirmLink(server, token, PASSWORD)).body).toEqual({
    email: 'bea.nueva@b.cl',
    purpose: 'change',
  });
  expect((await server.call('GET', own('', bea), { as: bea })).status).toBe(401);
  expect(await mailsTo(server, bea.email, 'bea.nueva@b.cl')).toHaveLength(1);
  const sign = (email: string) =>
    server.call('POST', '/svc/main/auth/sign_in', { body: { email, password: PASSWORD } });
  expect((await sign('bea.nueva@b.cl')).body).toMatchObject({ data: { pending_email: null } });
  expect((await sign(bea.email)).status).toBe(401);
});

it('a withdrawn change of e-mail leads nowhere', async () => {
  const eva = await server.addPerson('eva', PASSWORD);
  await server.call('POST', own('/email', eva), {
    as: eva,
    body: { email: 'eva2@b.cl', current_password: PASSWORD },
  });
  const [token = ''] = linkIn(server, (await mailsTo(server, 'eva2@b.cl', '/confirm/'))[0], 'confirm');
  expect((await server.call('DELETE', own('/email', eva), { as: eva })).body).toMatchObject({
    pending_email: null,
  });
  expect(fault(await confirmLink(server, token, PASSWORD))).toMatchObject({
    status: 422,
  });
});

it('keeps one photo a person, encoded again: nothing of the file’s own survives', async () => {
  const send = async (content: Buffer) => {
    const form = new FormData();
    form.set('user_avatar', new Blob([new Uint8Array(content)]), '../../yo.png');
    const answer = await fetch(`${server.url}${own('/photo')}`, {
      method: 'PUT',
      headers: { ...ana.headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { image: string } };
  };
  const picture = (background: string) =>
    sharp({ create: { width: 600, height: 300, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secreto de la cámara' } })
      .toBuffer();
  const first = await send(await picture('red'));
  expect(first.status).toBe(200);
  const bytes = Buffer.from(await (await fetch(`${server.url}${first.body.image}`)).arrayBuffer());
  expect(bytes.includes('secreto de la cámara')).toBe(false);
  const second = await send(await picture('blue'));
  expect(second.body.image).not.toBe(first.body.image);
  await expect.poll(() => readdirSync(join(server.app.config.dataDir, 'photos'))).toHaveLength(1);
  expect((await server.call('DELETE', own('/photo'), { as: ana })).body).toMatchObject({ image: null });
  await expect.poll(() => readdirSync(join(server.app.config.dataDir, 'photos'))).toHaveLength(0);
  expect((await fetch(`${server.url}/uploads/photos/..%2fapp-secret`)).status).toBe(404);
});

it('keeps what rings for a person', async () => {
  expect((await server.call('GET', own('/sounds'), { as: ana })).body).toEqual(DEFAULT_SOUNDS);
  const wish = { has_sound: true, sounds: { ...DEFAULT_SOUNDS.sounds, new_lead: 'silencio' } };
  expect((await server.call('PUT', own('/sounds'), { as: ana, body: wish })).body).toEqual(wish);
  expect((await server.call('GET', own('/sounds'), { as: ana })).body).toEqual(wish);
});
