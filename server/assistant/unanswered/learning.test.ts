/** From what customers asked in vain, and what people of the team answered, to the draft and the test set. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Subject } from '../../../contract/entities/subject.ts';
import { accepted, VisitorStage } from '../../inbox/visitor/testing.ts';
import { sql } from '../../platform/database/database.ts';
import type { Person } from '../../testing.ts';

const API = '/svc/templates/api/client';
let stage: VisitorStage;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
}, 120_000);
afterAll(() => stage.server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

const call = (method: string, path: string, body?: object, as: Person = stage.owner) =>
  stage.server.call(method, `${API}${path}`, { as, ...(body ? { body } : {}) });
const subjects = async (as?: Person) =>
  ((await call('GET', `/unanswered/${botId}/subjects`, undefined, as)).body as { subjects: Subject[] })
    .subjects;
const accept = (...wishes: object[]) =>
  call('POST', '/unanswered/accept', { bot_id: botId, subjects: wishes });
const ask = async (...texts: string[]) => {
  const page = await stage.page();
  for (const text of texts) accepted(await page.write({ text }));
};
const phrases = async () =>
  ((await call('GET', `/tests/${botId}`)).body as { phrases: { text: string; intent_name: string | null }[] })
    .phrases;
const wishOf = ({ questions, examples, test }: Subject) => ({
  keys: questions.map(({ key }) => key),
  examples,
  test,
});

/** A customer asks, is handed over, and Ana answers. */
async function answered(question: string, answer: string) {
  const page = await stage.page();
  const { conversation_id: id } = accepted(await page.write({ text: question }));
  await stage.server.app.db.query(
    sql`update conversations set state = 'pending', lead_name = 'Paula Soto' where id = ${id}`,
  );
  expect((await stage.take(id)).status).toBe(200);
  expect((await stage.reply(id, answer)).status).toBe(200);
}

it('takes a subject into the draft with a phrase for the test set, and shows it no more', async () => {
  await ask('arriendan bicicletas', 'se arriendan bicicletas por dia', 'arriendo de bicicletas de montaña');
  const [subject] = await subjects();
  expect(subject).toMatchObject({ count: 3, home: null, examples: [expect.any(String), expect.any(String)] });
  if (!subject) throw new Error('No subject');
  const create = { title: 'Arriendo de bicicletas', answers: ['Sí, por día.'] };
  const done = await accept({ ...wishOf(subject), create });
  expect(done.body).toMatchObject({ revision: 1, tests: 1, intent_names: [expect.any(String)] });
  expect(await subjects()).toEqual([]);
  const [intent] = (done.body as { intent_names: string[] }).intent_names;
  expect(await phrases()).toEqual([{ text: subject.test, intent_name: intent }]);
  // What was kept out of the examples is understood all the same.
  const run = (await call('POST', `/tests/${botId}/run`)).body;
  expect(run).toMatchObject({ right: 1, results: [{ outcome: 'right', published: { outcome: 'missed' } }] });
});

it('tells before publishing which phrases of the test set get better and which worse, and tries each in both', async () => {
  const good = { text: 'a qué hora abren hoy', intent_name: 'horario' };
  await call('PUT', `/tests/${botId}`, { phrases: [good] });
  const run = async () =>
    (await call('POST', `/tests/${botId}/run`)).body as {
      right: number;
      results: { text: string; outcome: string; published: { outcome: string } | null }[];
    };
  const moves = async () =>
    (await run()).results.map(({ text, outcome, published }) => [text, published?.outcome, outcome]);
  expect(await moves()).toEqual([[good.text, 'right', 'right']]);
  await ask('arriendan bicicletas', 'se arriendan bicicletas por dia', 'arriendo de bicicletas de montaña');
  const [subject] = await subjects();
  if (!subject?.test) throw new Error('No subject with a phrase to test');
  await accept({ ...wishOf(subject), create: { title: 'Arriendo', answers: ['Sí, por día.'] } });
  // Somebody teaches what is asked about the hours to the wrong place, too.
  const [bikes] = (await phrases()).flatMap(({ intent_name }) => intent_name ?? []).slice(-1);
  const wrong = {
    keys: ['a que hora abren hoy'],
    examples: ['a qué hora abren hoy', 'a qué hora abren hoy día'],
    test: null,
  };
  expect((await accept({ ...wrong, intent_name: bikes })).status).toBe(200);
  expect(await moves()).toEqual([
    [good.text, 'right', 'wrong'],
    [subject.test, 'missed', 'right'],
  ]);
  // What was published is what the next draft is measured against.
  const { revision } = (await call('GET', `/draft/${botId}`)).body as { revision: number };
  expect((await call('POST', '/draft/publish', { bot_id: botId, revision })).status).toBe(200);
  expect(await moves()).toEqual([
    [good.text, 'wrong', 'wrong'],
    [subject.test, 'right', 'right'],
  ]);
});

it('learns what a customer wrote from what they then chose, but not from a way out', async () => {
  const said = 'atienden perros';
  const page = await stage.page();
  const choices = async () => {
    accepted(await page.write({ text: said }));
    const [row] = await stage.server.app.db.query<{ context: { menu: { id: string; node: string }[] } }>(
      sql`select context from visitors where bot_id = ${botId} order by last_seen_at desc limit 1`,
    );
    return row?.context.menu ?? [];
  };
  const [first] = await choices();
  expect(first?.id).toBe(`choice>${first?.node}`);
  // To be offered something is no miss yet.
  expect(await subjects()).toEqual([]);
  accepted(await page.write({ button: first?.id ?? '' }));
  const [subject, ...others] = await subjects();
  expect(others).toEqual([]);
  expect(subject).toMatchObject({ count: 1, examples: [said], home: { score: 1, chosen: true } });
  // Who asks for a person there may only be looking for a way out.
  const other = await stage.page();
  accepted(await other.write({ text: said }));
  accepted(await other.write({ button: 'choice>persona' }));
  expect((await subjects())[0]).toMatchObject({ count: 1, home: { intent_name: 'horario' } });
  // Pressed once more, long after: that says nothing new.
  accepted(await page.write({ button: first?.id ?? '' }));
  expect((await subjects())[0]?.count).toBe(1);
  expect((await call('GET', `/unanswered/${botId}`)).body).toMatchObject({
    questions: [{ text: said, suggestions: [{ intent_name: subject?.home?.intent_name, score: 1 }] }],
  });
  if (!subject) throw new Error('No subject');
  const done = await accept({ ...wishOf(subject), intent_name: subject.home?.intent_name });
  expect(done.body).toMatchObject({ intent_names: ['horario'] });
  expect(await subjects()).toEqual([]);
});

it('gives back what was discarded by mistake', async () => {
  await ask('arriendan bicicletas');
  const [subject] = await subjects();
  const keys = subject?.questions.map(({ key }) => key);
  await call('PUT', '/unanswered/dismiss', { bot_id: botId, keys, dismissed: true, remember: true });
  expect(await subjects()).toEqual([]);
  await call('PUT', '/unanswered/dismiss', { bot_id: botId, keys, dismissed: false, remember: false });
  expect(await subjects()).toMatchObject([{ title: 'Arriendan bicicletas', count: 1 }]);
});

it('takes many in one go, or none of them', async () => {
  await ask('arriendan bicicletas', 'reparan paraguas');
  const found = await subjects();
  const create = (title: string) => ({ title, answers: ['Sí.'] });
  const wishes = found.map((one, at) => ({ ...wishOf(one), create: create(`Tema ${at}`) }));
  const refused = await accept(wishes[0] ?? {}, { ...wishes[1], create: undefined, intent_name: 'nadie' });
  expect(refused.status).toBe(404);
  expect(await subjects()).toHaveLength(2);
  const twice = await accept(wishes[0] ?? {}, { ...wishes[1], examples: wishes[0]?.examples });
  expect(twice.status).toBe(422);
  expect(twice.body).toMatchObject({ details: { fields: { 'subjects.1.examples': expect.any(String) } } });
  expect((await accept({ ...wishes[0], create: undefined })).status).toBe(422);
  expect((await call('GET', `/draft/${botId}`)).body).toMatchObject({ revision: 0 });
  expect((await accept(...wishes)).body).toMatchObject({ revision: 1, tests: 0 });
  expect(await subjects()).toEqual([]);
});

it('discards a subject, also one that only the team’s conversations hold', async () => {
  await answered('reparan cadenas oxidadas', 'Sí, las reparamos el mismo día.');
  const [subject] = await subjects();
  if (!subject) throw new Error('No subject');
  const keys = subject.questions.map(({ key }) => key);
  await call('PUT', '/unanswered/dismiss', { bot_id: botId, keys, dismissed: true, remember: true });
  expect(await subjects()).toEqual([]);
});

it('proposes what a person answered, and stores nothing of it', async () => {
  await answered(
    'reparan cadenas oxidadas',
    'Hola Paula, soy Ana. Sí, las reparamos el mismo día en el taller.',
  );
  const [subject] = await subjects();
  expect(subject?.answer).toMatchObject({
    text: 'Sí, las reparamos el mismo día en el taller.',
    agent_name: expect.any(String),
  });
  const rows = await stage.server.app.db.query(sql`select * from bot_unanswered where bot_id = ${botId}`);
  expect(JSON.stringify(rows)).not.toContain('taller');
});

it('says nothing that still hides who it was about', async () => {
  await answered('dónde viene mi pedido chueco', 'El pedido 998877 de Paula llega mañana a su casa.');
  const [subject] = await subjects();
  if (!subject?.answer) throw new Error('No answer');
  expect(subject.answer.text).toBe('El pedido [número] de [nombre] llega mañana a su casa.');
  const refused = await accept({
    ...wishOf(subject),
    create: { title: 'Pedido', answers: [subject.answer.text] },
  });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ details: { fields: { 'subjects.0.answers': expect.any(String) } } });
});

it('shows of the team’s answers only what the caller sees of the inbox', async () => {
  await answered('reparan cadenas oxidadas', 'Sí, las reparamos el mismo día en el taller.');
  const person = async (name: string, permissions: Record<string, ['read']>) => {
    const someone = await stage.server.addPerson(`${name}${botId}`);
    await stage.server.link(someone, botId, 'agente');
    const role = await stage.server.addRole(botId, 'agente', permissions);
    await stage.server.app.db.query(
      sql`update user_bots set role_id = ${role} where user_id = ${someone.id} and bot_id = ${botId}`,
    );
    return someone;
  };
  // Another agent's conversation, and a role without the inbox: the customer's sentence was recorded, no answer is
  // shown.
  for (const someone of [
    await person('otra', { faqs: ['read'], live: ['read'] }),
    await person('editora', { faqs: ['read'] }),
  ])
    expect((await subjects(someone)).map(({ answer }) => answer)).toEqual([null]);
  expect(
    (await call('GET', `/unanswered/${botId}/subjects`, undefined, await person('nada', {}))).status,
  ).toBe(403);
  expect((await subjects())[0]?.answer).not.toBeNull();
});
