import { afterAll, beforeAll, expect, it } from 'vitest';
import { stepsOf, type TutorialPage } from '../../contract/entities/tutorial-page.ts';
import { PAGE_OF_SCREEN } from '../../contract/page-of-screen.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let reader: Person;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  reader = await server.addPerson('lectora');
  staff = await server.addPerson('interna');
  await server.enrol(staff);
});
afterAll(() => server.close());

const page = async (id: string) => server.call('GET', `/svc/pages/get_page/${id}`, { as: reader });

it('lists every page, and each can be opened and has steps', async () => {
  const list = await server.call('GET', '/svc/pages/pages', { as: reader });
  const ids = (list.body as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    const answer = await page(id);
    expect(answer.status, id).toBe(200);
    expect(stepsOf(answer.body as TutorialPage).length, id).toBeGreaterThan(2);
  }
  // The panel of a screen never opens on a page that does not exist.
  expect(ids).toEqual(expect.arrayContaining(Object.values(PAGE_OF_SCREEN)));
});

it('says that a page does not exist', async () => {
  expect(await page('otra')).toMatchObject({ status: 404, body: { message: 'Ese tutorial no existe.' } });
});

it('a question finds the pages that answer it, the best first, and nothing for what none speaks of', async () => {
  const find = async (question: string) => {
    const answer = await server.call(
      'GET',
      `/svc/pages/pages/found?question=${encodeURIComponent(question)}`,
      {
        as: reader,
      },
    );
    expect(answer.status, question).toBe(200);
    return (answer.body as { id: string }[]).map(({ id }) => id);
  };
  const asked = [
    ['¿Cómo invito a una colega a mi equipo?', 'equipo'],
    ['quiero subir un PDF', 'documentos'],
    ['poner el chat en mi página web', 'instalar-el-chat'],
    ['respuestas rapidas', 'respuestas-rapidas'],
    ['que permisos tiene un rol', 'roles'],
    ['no escucho los sonidos de los avisos', 'avisos-y-sonidos'],
  ] as const;
  for (const [question, id] of asked) expect((await find(question))[0], question).toBe(id);
  expect(await find('xyzzy plugh')).toEqual([]);
  expect(await find('¿?')).toEqual([]);
  expect(
    (await server.call('GET', `/svc/pages/pages/found?question=${'a'.repeat(201)}`, { as: reader })).status,
  ).toBe(400);
  expect((await server.call('GET', '/svc/pages/pages/found?question=chat', {})).status).toBe(401);
});

it('gives a page its video, of a known player only, and takes it away', async () => {
  const url = 'https://player.vimeo.com/video/76979871';
  const put = (who: Person, body: unknown) =>
    server.call('PUT', '/svc/pages/pages/equipo/video', { as: who, body });
  expect((await put(reader, { url })).status).toBe(403);
  expect((await put(staff, { url: 'https://malo.example/x' })).status).toBe(400);
  expect((await put(staff, { url: 'https://player.vimeo.com.malo.example/x' })).status).toBe(400);
  expect((await page('equipo')).body).toMatchObject({ url: null });
  expect((await put(staff, { url })).status).toBe(200);
  await server.call('PUT', '/svc/pages/pages/roles/video', { as: staff, body: { url } });
  expect((await page('equipo')).body).toMatchObject({ url });
  expect((await put(staff, { url: null })).status).toBe(200);
  expect((await page('equipo')).body).toMatchObject({ url: null });
  expect((await page('roles')).body).toMatchObject({ url });
});
