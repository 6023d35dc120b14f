/** The Assistant service over HTTP, and what an import from Watson makes of a workspace (docs/product.md §7;). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assistant, ImportReport } from '../../../contract/entities/assistant.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { ownerOfNewBot } from '../testing.ts';
import { importWatson } from './import-watson.ts';
import { workspace } from './watson-format.ts';

const API = '/svc/assistant/api/assistants';
let server: TestServer;
let owner: Person;
let botId: number;
let assistant: Assistant;

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) =>
  server.call(method, `${API}${path}`, { as: owner, ...(body ? { body } : {}) });

beforeEach(async () => {
  ({ owner, botId } = await ownerOfNewBot(server, 'Mi banco'));
  assistant = (await call('POST', '', { bot_id: botId, ia_configs: { tono: 'formal' } })).body as Assistant;
});

/** A workspace with both forms of output, a folder, conditional answers, a form, and what nobody can take over. */
const WATSON = {
  name: 'Banco',
  language: 'es',
  intents: [
    { intent: 'saldo', examples: [{ text: '¿Cuál es mi saldo?' }, { text: 'Ver saldo' }] },
    { intent: 'tarjeta', examples: [{ text: 'Perdí mi tarjeta' }, { text: 'Bloquear tarjeta' }] },
  ],
  entities: [
    { entity: 'sys-number', values: [] },
    { entity: 'sys-person', values: [] },
    {
      entity: 'cuenta',
      values: [
        { value: 'vista', type: 'synonyms', synonyms: ['cuenta rut'] },
        { value: 'numero', type: 'patterns', patterns: ['\\d{8}', '(?<=x)y'] },
      ],
    },
  ],
  counterexamples: [{ text: 'préstame plata' }],
  dialog_nodes: [
    // Out of order on purpose: the order is the chain of previous_sibling.
    {
      dialog_node: 'Anything else',
      conditions: 'anything_else',
      previous_sibling: 'raro',
      output: { text: 'No sé.' },
    },
    {
      dialog_node: 'saldo',
      conditions: '#saldo',
      previous_sibling: 'Welcome',
      metadata: { _customization: { mcr: true } },
    },
    {
      dialog_node: 'Welcome',
      conditions: 'welcome',
      output: { generic: [{ response_type: 'text', values: [{ text: 'Hola' }] }] },
    },
    {
      dialog_node: 'saldo_vista',
      type: 'response_condition',
      parent: 'saldo',
      conditions: '@cuenta:vista',
      output: { text: { values: ['Tu cuenta vista.'] } },
    },
    {
      dialog_node: 'saldo_otro',
      type: 'response_condition',
      parent: 'saldo',
      previous_sibling: 'saldo_vista',
      output: { text: { values: ['¿De qué cuenta?'] } },
    },
    { dialog_node: 'carpeta', type: 'folder', title: 'Tarjetas', previous_sibling: 'saldo' },
    {
      dialog_node: 'tarjeta',
      parent: 'carpeta',
      title: 'Tarjetas perdidas',
      conditions: '#tarjeta && $cliente',
      context: { motivo: 'perdida', hora: '<? now() ?>' },
      output: {
        generic: [
          {
            response_type: 'option',
            title: '¿Qué necesitas?',
            options: [
              { label: 'Saldo', value: { input: { text: 'Ver saldo' } } },
              { label: 'Otra', value: { input: { text: 'algo que nadie conoce' } } },
            ],
          },
          { response_type: 'connect_to_agent', message_to_human_agent: 'Cliente' },
          { response_type: 'search_skill' },
        ],
      },
      next_step: { behavior: 'jump_to', dialog_node: 'saldo', selector: 'body' },
    },
    {
      dialog_node: 'raro',
      conditions: 'T(java.lang.Runtime).exec("x")',
      previous_sibling: 'carpeta',
      output: { text: 'x' },
    },
    {
      dialog_node: 'hora',
      type: 'frame',
      conditions: '#saldo && @sys-number',
      previous_sibling: 'Anything else',
      output: { text: 'Anotado' },
    },
    { dialog_node: 'campo', type: 'slot', parent: 'hora', variable: '$n' },
  ],
};

describe('an import from Watson', () => {
  const made = importWatson(workspace.parse(WATSON));
  const node = (id: string) => made.nodes.find((one) => one.id === id);

  it('keeps that a pattern must fit the whole text', () => {
    const condition = String.raw`#saldo && input.text.matches('\d{8}|it\'s')`;
    const dialog_nodes = [{ dialog_node: 'rut', conditions: condition, output: { text: 'Gracias.' } }];
    const [rut] = importWatson(workspace.parse({ ...WATSON, dialog_nodes })).nodes;
    expect(rut?.conditions).toBe(String.raw`input.text.matches('^(?:\d{8}|it\'s)$')`);
  });

  it('takes over what has a place', () => {
    expect(made.welcome).toEqual(['Hola']);
    expect(made.fallback).toEqual(['No sé.']);
    expect(made.counterexamples).toEqual(['préstame plata']);
    expect(made.nodes.map(({ id }) => id)).toEqual([
      'Welcome',
      'saldo_vista',
      'saldo',
      'tarjeta',
      'raro',
      'hora',
    ]);
    expect(node('saldo_vista')).toMatchObject({ intent: 'saldo', conditions: '(@cuenta:vista)' });
    expect(node('saldo')).toMatchObject({ intent: 'saldo', answers: ['¿De qué cuenta?'] });
    expect(node('saldo')?.needsReview).toBeUndefined();
    expect(node('tarjeta')).toMatchObject({
      intent: 'tarjeta',
      conditions: '$cliente',
      handoff: true,
      next: 'saldo',
      context: { motivo: 'perdida' },
      buttons: [{ label: 'Saldo', node: expect.stringMatching(/^saldo/) }],
    });
    expect(made.entities).toMatchObject([
      { name: 'cuenta', values: [{ value: 'vista' }, { patterns: ['\\d{8}'] }] },
    ]);
  });

  it('says what it left out and runs nothing', () => {
    expect(node('raro')).toMatchObject({ status: false, needsReview: expect.stringContaining('T(java') });
    const lines = made.leftOut.map(({ what, reason }) => `${what}: ${reason}`).join('\n');
    for (const part of [
      '@sys-person',
      '(?<=x)y',
      'search_skill',
      'Opción «Otra»',
      '«hora»',
      'formulario con campos',
    ])
      expect(lines).toContain(part);
  });

  it.each([
    [
      'a circle of parents',
      [
        { dialog_node: 'a', parent: 'b' },
        { dialog_node: 'b', parent: 'a' },
      ],
    ],
    [
      'siblings that point at each other',
      [
        { dialog_node: 'a', previous_sibling: 'b', output: { text: 'a' } },
        { dialog_node: 'b', previous_sibling: 'a', output: { text: 'b' } },
      ],
    ],
    ['outputs of any kind', [{ dialog_node: 'a', output: { text: 5, generic: 'no' } }]],
  ])('survives %s', (_name, dialog_nodes) => {
    expect(() => importWatson(workspace.parse({ dialog_nodes }))).not.toThrow();
  });
});

it('puts a workspace into the draft, in place of the owner’s own things or beside them', async () => {
  const take = (replace: boolean) =>
    call('POST', `/${assistant.id}/generate_from_watson`, { workspace: WATSON, replace });
  const first = (await take(false)).body as { report: ImportReport };
  expect(first.report).toMatchObject({ intents: 2, examples: 4, entities: 1, nodes: 6 });
  const again = (await take(false)).body as { report: ImportReport };
  expect(again.report).toMatchObject({ intents: 0, nodes: 0 });
  expect(again.report.left_out.length).toBeGreaterThan(8);
  expect(((await take(true)).body as { report: ImportReport }).report).toMatchObject({
    intents: 2,
    nodes: 6,
  });
  // It can be published: what could not be read is switched off, not broken.
  const said = await server.call('POST', '/svc/templates/api/client/draft/preview', {
    as: owner,
    body: { bot_id: botId, text: 'ver saldo de mi cuenta rut' },
  });
  expect(said.body).toMatchObject({ messages: [{ text: 'Tu cuenta vista.' }] });
  expect((await call('POST', `/${assistant.id}/generate_from_watson`, { workspace: { a: 1 } })).status).toBe(
    422,
  );
});

it('keeps one assistant a bot, with settings that each part changes alone', async () => {
  expect((await call('POST', '', { bot_id: botId })).status).toBe(409);
  const changed = await call('PUT', `/${assistant.id}`, { ia_configs: { modelo: 'x' } });
  expect(changed.body).toMatchObject({ ia_configs: { tono: 'formal', modelo: 'x' } });
  expect((await call('GET', `?bot_id=${botId}`)).body).toMatchObject([{ id: assistant.id }]);
  const bots = await server.call('GET', `/svc/main/bot/list/${owner.id}`, { as: owner });
  const business = () =>
    (bots.body as { id: number; business_type: object }[]).find(({ id }) => id === botId)?.business_type;
  expect(business()).toMatchObject({ assistant_id: assistant.id });
  expect((await call('DELETE', `/${assistant.id}`)).status).toBe(200);
  expect((await call('GET', `/${assistant.id}`)).status).toBe(404);
});

it('refuses webhooks that are not public https', async () => {
  const set = (webhook_url: string | null) => call('POST', `/${assistant.id}/set_webhook`, { webhook_url });
  for (const bad of ['http://a.cl/x', 'https://10.0.0.1/x', 'https://localhost/x', 'ftp://a.cl', 'x'])
    expect((await set(bad)).status, bad).toBe(422);
  expect((await set('https://hooks.tienda.cl/bot')).body).toMatchObject({
    webhook_url: 'https://hooks.tienda.cl/bot',
  });
  expect((await set(null)).body).toMatchObject({ webhook_url: null });
});

it('trains modules in the background and tells how it stands', async () => {
  const asked = await call('POST', `/${assistant.id}/train_llm`, {
    modules_to_train: ['knowledge', 'products'],
  });
  expect(asked.body).toMatchObject({
    trainings: [{ module: 'knowledge', status: 'waiting' }, { status: 'waiting' }],
  });
  await server.app.jobs.runDue();
  expect((await call('GET', `/${assistant.id}`)).body).toMatchObject({
    trainings: [
      { module: 'knowledge', status: 'done', error: null },
      { module: 'products', status: 'done' },
    ],
  });
  expect((await call('POST', `/${assistant.id}/refresh`)).status).toBe(200);
});

it('pages and edits dialog nodes', async () => {
  const page = async (query: string) =>
    (await call('GET', `/${assistant.id}/dialog_nodes${query}`)).body as {
      payload: ClientNode[];
      totalDocs: number;
      totalPages: number;
    };
  const all = await page('');
  expect(all.payload).toHaveLength(20);
  expect(all.totalPages).toBe(Math.ceil(all.totalDocs / 20));
  expect((await page('?page=99')).payload).toEqual([]);
  expect((await page('?search=estacionamiento&limit=5')).payload[0]).toMatchObject({
    node_id: expect.any(String),
  });
  const made = await call('POST', `/${assistant.id}/dialog_nodes`, { title: 'Nueva', answers: ['Hola'] });
  expect(made.body).toMatchObject({ payload: { node_id: 'nueva' } });
  const put = await call('PUT', `/${assistant.id}/dialog_nodes/nueva`, { answers: ['Chao'] });
  expect(put.body).toMatchObject({ payload: { answers: ['Chao'] } });
  expect((await call('DELETE', `/${assistant.id}/dialog_nodes/nueva`)).status).toBe(200);
  expect((await call('DELETE', `/${assistant.id}/dialog_nodes/nueva`)).status).toBe(404);
});

it('carries a whole bot out and into another', async () => {
  const out = await call('GET', `/export_skill_base/${botId}`);
  const body = { bot_name: 'Otro', template: 'ecommerce' };
  const other = ((await server.call('POST', '/svc/main/bot', { as: owner, body })).body as { id: number }).id;
  const form = new FormData();
  form.set('bot_id', String(other));
  form.set('file', new Blob([JSON.stringify(out.body)]), 'bot.json');
  const sent = await fetch(`${server.url}${API}/upload_skill_base`, {
    method: 'POST',
    headers: { ...owner.headers },
    body: form,
  });
  expect(sent.status).toBe(200);
  const copied = await call('GET', `/export_skill_base/${other}`);
  expect((copied.body as { model: object }).model).toEqual((out.body as { model: object }).model);
  expect((await call('POST', '/upload_skill_base', { bot_id: other, skill: { format: 'x' } })).status).toBe(
    422,
  );
  const topics = await call('POST', `/${assistant.id}/refetch_topics_categories`);
  expect(topics.body).toMatchObject({
    categories: expect.arrayContaining([{ name: 'Horas y citas', topics: expect.any(Array) }]),
  });
});
