/** The Templates service over HTTP: what an owner and the screens rely on (docs/product.md §7 'Templates service'). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { sql } from '../../platform/database/database.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../testing.ts';
import { templateModel } from '../catalogue/catalogue.ts';

const API = '/svc/templates/api';
let server: TestServer;
let owner: Person;
let botId: number;

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

let people = 0;
beforeEach(async () => {
  // Somebody else for each test: one person's bots on trial are few.
  owner = await server.addPerson(`duena${++people}`);
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Mi tienda', template: 'ecommerce' },
  });
  botId = (made.body as { id: number }).id;
});

const call = (method: string, path: string, body?: object) =>
  server.call(method, `${API}${path}`, { as: owner, ...(body ? { body } : {}) });
const nodes = async (): Promise<ClientNode[]> =>
  (await call('GET', `/client/nodes/list/${botId}`)).body as ClientNode[];
const node = async (id: string) => (await nodes()).find(({ node_id }) => node_id === id);
const intents = async () =>
  (await call('GET', `/client/intents/list/${botId}`)).body as {
    intent_name: string;
    template: string | null;
  }[];
const fields = ({ status, body }: Answer) => ({
  status,
  fields: Object.keys((body as { details?: { fields?: object } }).details?.fields ?? {}),
});
const audits = async (type: string) =>
  (await server.call('GET', `/svc/audit/registers/${botId}?type=${encodeURIComponent(type)}`, { as: owner }))
    .body as { audits: { action: string; auditable_id: string; user_id: number; changes: object[] }[] };

describe('the catalogue', () => {
  it.each(['ecommerce', 'generica'])('%s has sections of intents, each with a node', async (template) => {
    const sections = (await call('GET', `/template/sections/${template}`)).body as {
      section_name: string;
      intents: number;
    }[];
    expect(sections.length).toBeGreaterThanOrEqual(6);
    expect(sections.reduce((sum, one) => sum + one.intents, 0)).toBeGreaterThanOrEqual(40);
    for (const { section_name, intents: count } of sections) {
      const listed = await call('GET', `/template/intents/bysection/${section_name}?template=${template}`);
      const found = listed.body as { id: string; node_id: string; examples: string[] }[];
      expect(found).toHaveLength(count);
      for (const { examples } of found) expect(examples.length).toBeGreaterThanOrEqual(8);
      const first = found[0];
      expect((await call('GET', `/template/intents/byid/${first?.id}`)).body).toEqual(first);
      expect((await call('GET', `/template/nodes/byid/${template}.${first?.node_id}`)).status).toBe(200);
    }
  });

  it('shows the template’s words beside the bot’s own', async () => {
    await call('PUT', '/client/nodes/custom/update', {
      bot_id: botId,
      node_id: 'cuotas',
      answers: ['Sin cuotas.'],
    });
    const both = await call(
      'GET',
      `/template/nodes/answers/by_intent/cuotas?bot_id=${botId}&template=ecommerce`,
    );
    expect(both.body).toMatchObject({ node: { node_id: 'cuotas' }, own: { answers: ['Sin cuotas.'] } });
    expect((await call('GET', '/template/intents/byid/ecommerce.nadie')).status).toBe(404);
  });
});

describe('preloaded interactions', () => {
  it('copies one with the owner’s words, says created or updated, and audits it so', async () => {
    await call('DELETE', `/client/nodes/custom/node/cuotas?bot_id=${botId}`);
    expect(await node('cuotas')).toBeUndefined();
    const copy = (answers: string[]) =>
      call('POST', '/client/nodes/copy', {
        bot_id: botId,
        template: 'ecommerce',
        node_id: 'cuotas',
        answers,
      });
    expect((await copy(['Tres cuotas.'])).body).toMatchObject({ details: 'a new register was created' });
    expect((await copy(['Seis cuotas.'])).body).toMatchObject({
      details: 'text updated',
      updated: ['cuotas'],
    });
    expect(await node('cuotas')).toMatchObject({ answers: ['Seis cuotas.'], template: 'ecommerce' });
    const { audits: written } = await audits('template nodes');
    expect(written.map(({ action, auditable_id }) => [action, auditable_id])).toEqual([
      ['update', 'cuotas'],
      ['create', 'cuotas'],
      ['delete', 'cuotas'],
    ]);
    expect(written[0]?.user_id).toBe(owner.id);
  });

  it('completes what is missing and touches nothing else', async () => {
    await call('PUT', '/client/nodes/custom/update', {
      bot_id: botId,
      node_id: 'boleta',
      answers: ['La mía.'],
    });
    await call('DELETE', `/client/nodes/custom/node/cuotas?bot_id=${botId}`);
    const done = await call('POST', '/client/nodes/complete', { bot_id: botId, template: 'ecommerce' });
    expect(done.body).toMatchObject({ created: ['cuotas'], updated: [] });
    expect(await node('boleta')).toMatchObject({ answers: ['La mía.'] });
  });

  it('switches a node off and on', async () => {
    const put = (status: boolean) =>
      call('PUT', '/client/nodes/deactivate', { bot_id: botId, node_id: 'cuotas', status });
    expect((await put(false)).body).toMatchObject({ node: { status: false } });
    expect(await node('cuotas')).toMatchObject({ status: false });
    // Another text does not switch it on.
    const text = { bot_id: botId, template: 'ecommerce', node_id: 'cuotas', answers: ['Seis cuotas.'] };
    await call('POST', '/client/nodes/copy', text);
    expect(await node('cuotas')).toMatchObject({ status: false, answers: ['Seis cuotas.'] });
    expect((await put(true)).body).toMatchObject({ node: { status: true } });
  });

  it('deletes by template: nodes, intents, entities, and what led to them', async () => {
    const gone = await call('DELETE', `/client/nodes/delete/by_template/${botId}?template=ecommerce`);
    expect((gone.body as { deleted: number }).deleted).toBeGreaterThan(45);
    expect(await nodes()).toEqual([]);
    expect((await call('GET', `/client/nodes/welcome/${botId}`)).body).toMatchObject({ buttons: [] });
    await call('DELETE', `/client/intents/delete/by_template/${botId}?template=ecommerce`);
    await call('DELETE', `/client/entities/delete/by_template/${botId}?template=ecommerce`);
    expect(await intents()).toEqual([]);
    expect((await call('GET', `/client/entities/list/${botId}`)).body).toEqual([]);
  });
});

describe('custom interactions', () => {
  const intent = (examples: string[], name = 'arriendo') =>
    call('POST', '/client/intents/create/custom', { bot_id: botId, intent_name: name, examples });

  it('creates an intent, then updates it, and says which in the spec’s words', async () => {
    const created = await intent(['¿Arriendan carpas?', ' ¿arriendan  CARPAS? ', 'Arriendo de equipo']);
    expect(created.body).toMatchObject({
      intent: { examples: ['¿Arriendan carpas?', 'Arriendo de equipo'], node_id: null, live: false },
      audit: { action: 'create', auditable_type: 'custom intents', auditable_id: 'arriendo' },
    });
    expect((await intent(['Quiero arrendar una carpa'])).body).toMatchObject({
      details: 'intent updated, the next step will update node',
      audit: { action: 'update' },
    });
    const made = await call('POST', '/client/nodes/custom/node', {
      bot_id: botId,
      title: 'Arriendo de carpas',
      intent_name: 'arriendo',
      answers: ['Sí, por día.'],
      buttons: [{ label: 'Despacho', node_id: 'menu_despacho' }],
    });
    expect(made.body).toMatchObject({
      node: {
        node_id: 'arriendo_de_carpas',
        template: null,
        output: null,
        new_output: { answers: ['Sí, por día.'] },
      },
    });
    const custom = await call('GET', `/client/nodes/answers/custom/${botId}`);
    expect(
      (custom.body as { custom_nodes: ClientNode[] }).custom_nodes.map(({ node_id }) => node_id),
    ).toEqual(['arriendo_de_carpas']);
    expect(
      (await call('GET', `/client/nodes/intent_associated/arriendo_de_carpas?bot_id=${botId}`)).body,
    ).toEqual({ intent: 'arriendo' });
    await call('DELETE', `/client/intents/delete/custom/arriendo?bot_id=${botId}`);
    expect(await node('arriendo_de_carpas')).toMatchObject({ intent_name: null });
    const { audits: written } = await audits('custom intents');
    expect(written.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  });

  it('saves with the fields of the specification alone: a change where the id is known, otherwise a new one', async () => {
    await intent(['¿Cómo cuido mi carpa?'], 'cuidados');
    // What a client of the specification knows of a node, and nothing else.
    const fields = {
      bot_id: botId,
      template: 'ecommerce',
      answers: ['Lávala con agua tibia.'],
      buttons: [],
      node_name: 'cuidado_de_carpas',
      intent_name: 'cuidados',
      status: true,
      output: null,
      new_output: null,
    };
    const save = (more: object) => call('POST', '/client/nodes/custom/node', { ...fields, ...more });
    const made = await save({});
    expect(made).toMatchObject({
      status: 200,
      body: {
        node: {
          node_id: 'cuidado_de_carpas',
          title: 'Cuidado de carpas',
          template: null,
          intent_name: 'cuidados',
          answers: ['Lávala con agua tibia.'],
          status: true,
        },
      },
    });
    // As it was read, sent back with its id.
    const read = await node('cuidado_de_carpas');
    const changed = await call('POST', '/client/nodes/custom/node', {
      ...read,
      answers: ['Lávala a mano.'],
      status: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { node: { node_id: 'cuidado_de_carpas', answers: ['Lávala a mano.'], status: false } },
    });
    const own = await save({ node_id: 'reparaciones', node_name: 'reparaciones', intent_name: null });
    expect(own.body).toMatchObject({ node: { node_id: 'reparaciones', title: 'Reparaciones' } });
    const { audits: written } = await audits('custom nodes');
    expect(written.slice(0, 3).map(({ action }) => action)).toEqual(['create', 'update', 'create']);
    // Nothing to say is nothing to save; what only the other fields say is enough.
    const { answers: _, ...silent } = fields;
    const nothing = await call('POST', '/client/nodes/custom/node', { ...silent, node_name: 'muda' });
    expect(nothing).toMatchObject({
      status: 422,
      body: { details: { fields: { answers: expect.any(String) } } },
    });
    const said = { ...silent, node_name: 'dicha', new_output: { answers: ['Dicho.'], buttons: [] } };
    expect((await call('POST', '/client/nodes/custom/node', said)).body).toMatchObject({
      node: { answers: ['Dicho.'] },
    });
    for (const gone of ['cuidado_de_carpas', 'reparaciones', 'dicha'])
      await call('DELETE', `/client/nodes/custom/node/${gone}?bot_id=${botId}`);
    await call('DELETE', `/client/intents/delete/custom/cuidados?bot_id=${botId}`);
  });

  it('PUB-10 refuses what can’t be, at its field, and changes nothing', async () => {
    const before = await call('GET', `/client/draft/${botId}`);
    expect(fields(await intent([]))).toEqual({ status: 422, fields: ['examples'] });
    expect(fields(await intent(['¿Puedo pagar en cuotas?']))).toEqual({ status: 422, fields: ['examples'] });
    expect((await intent(['x'], '#malo')).status).toBe(400);
    const make = (more: object) =>
      call('POST', '/client/nodes/custom/node', { bot_id: botId, title: 'X', answers: ['x'], ...more });
    expect(fields(await make({ node_name: 'cuotas' }))).toEqual({ status: 422, fields: ['node_name'] });
    expect(fields(await make({ conditions: '#a &&' }))).toEqual({ status: 422, fields: ['conditions'] });
    expect(fields(await make({ intent_name: 'nadie' }))).toEqual({ status: 422, fields: ['intent_name'] });
    expect(fields(await make({ parent: 'nadie' }))).toEqual({ status: 422, fields: ['parent'] });
    expect(fields(await make({ buttons: [{ label: 'A', node_id: 'nadie' }] }))).toEqual({
      status: 422,
      fields: ['buttons.0.node_id'],
    });
    expect((await call('DELETE', `/client/nodes/custom/node/nadie?bot_id=${botId}`)).status).toBe(404);
    expect((await call('GET', `/client/draft/${botId}`)).body).toEqual(before.body);
  });

  it('refuses a pattern that never ends before it is ever run', async () => {
    const save = (patterns: string[]) =>
      call('PUT', '/client/entities/custom', {
        bot_id: botId,
        entity_name: 'pedido',
        values: [{ value: 'pedido', type: 'patterns', patterns }],
      });
    expect((await save(['AND-\\d{5}', '(a+)+$'])).body).toMatchObject({ entity: { entity_name: 'pedido' } });
    expect(fields(await save(['(?=a)b']))).toEqual({ status: 422, fields: ['values.0.patterns.0'] });
    expect((await call('DELETE', `/client/entities/custom/pedido?bot_id=${botId}`)).status).toBe(200);
  });

  it('moves a node before another', async () => {
    await call('PUT', '/client/nodes/order', { bot_id: botId, node: 'cuotas', place_before: 'saludo' });
    const order = (await nodes()).map(({ node_id }) => node_id);
    expect(order[order.indexOf('saludo') - 1]).toBe('cuotas');
  });
});

describe('the welcome menu', () => {
  const menu = async () =>
    (await call('GET', `/client/nodes/welcome/${botId}`)).body as {
      buttons: { id: string; node_id: string }[];
    };

  it('keeps the order, adds options with a node of their own and suboptions, deletes that node with its option', async () => {
    const before = await menu();
    const reversed = before.buttons.toReversed().map(({ id, node_id }) => ({ id, node_id, label: node_id }));
    const put = await call('PUT', '/client/nodes/welcome/update', {
      bot_id: botId,
      buttons: reversed,
      answers: ['¡Hola!'],
    });
    expect(put.body).toMatchObject({ menu: { answers: ['¡Hola!'] } });
    expect((await menu()).buttons.map(({ id }) => id)).toEqual(
      before.buttons.map(({ id }) => id).toReversed(),
    );

    await call('POST', '/client/nodes/welcome/buttons', {
      bot_id: botId,
      buttons: [{ label: 'Para empresas' }],
    });
    const sub = await call('PUT', '/client/nodes/welcome/buttons/suboption', {
      bot_id: botId,
      node_name: 'para_empresas',
      buttons: [{ label: 'Factura', node_id: 'factura' }, { label: 'Convenio' }],
      answers: ['¿Qué necesita tu empresa?'],
    });
    expect(sub.body).toMatchObject({
      menu: {
        buttons: expect.arrayContaining([
          expect.objectContaining({
            node_id: 'para_empresas',
            own_node: true,
            suboptions: [
              expect.objectContaining({ node_id: 'factura' }),
              expect.objectContaining({ node_id: 'convenio' }),
            ],
          }),
        ]),
      },
    });
    const gone = await call('DELETE', `/client/nodes/welcome/buttons/para_empresas?bot_id=${botId}`);
    expect(gone.body).toMatchObject({ deleted_node: { node_id: 'para_empresas' } });
    expect(await node('para_empresas')).toBeUndefined();
    // An option to a node that has a life of its own leaves it alone.
    const other = await call('DELETE', `/client/nodes/welcome/buttons/menu_pagos?bot_id=${botId}`);
    expect(other.body).not.toHaveProperty('deleted_node');
    expect(await node('menu_pagos')).toBeDefined();
  });

  it('takes order, options, and what stands under them, all or nothing; menus of no option go', async () => {
    const put = (buttons: object[]) =>
      call('PUT', '/client/nodes/welcome/update', { bot_id: botId, buttons });
    const made = await put([
      { label: 'Empresas', answers: ['¿Qué busca?'], suboptions: [{ label: 'Factura', node_id: 'factura' }] },
      { label: 'Pagos', node_id: 'menu_pagos', answers: ['¿Cómo pagas?'], suboptions: [{ label: 'Otro' }] },
    ]);
    expect(made.body).toMatchObject({
      menu: {
        buttons: [
          {
            node_id: 'empresas',
            own_node: true,
            answers: ['¿Qué busca?'],
            suboptions: [{ node_id: 'factura' }],
          },
          { node_id: 'menu_pagos', answers: ['¿Cómo pagas?'], suboptions: [{ node_id: 'otro' }] },
        ],
      },
    });
    const refused = await put([
      { label: 'Pagos', node_id: 'menu_pagos', suboptions: [{ label: 'X', node_id: 'nadie' }] },
    ]);
    expect(refused.status).toBe(422);
    expect((await menu()).buttons).toHaveLength(2);
    await put([{ label: 'Pagos', node_id: 'menu_pagos', suboptions: [] }]);
    expect(await node('empresas')).toBeUndefined();
    expect(await node('otro')).toBeUndefined();
    expect(await node('menu_pagos')).toMatchObject({ answers: ['¿Cómo pagas?'], buttons: [] });
  });

  it('goes back to the template’s options', async () => {
    const before = await menu();
    await call('PUT', '/client/nodes/welcome/update', { bot_id: botId, buttons: [] });
    await call('PUT', '/client/nodes/welcome/buttons/reset', { bot_id: botId });
    expect((await menu()).buttons).toEqual(before.buttons);
  });
});

describe('template change', () => {
  it('replaces the old template’s things, keeps the owner’s, saves the bot', async () => {
    await call('POST', '/client/nodes/custom/node', { bot_id: botId, title: 'Lo mío', answers: ['Mío.'] });
    const own = ['arreglan paraguas'];
    const settings = {
      counterexamples: [...own, ...(templateModel('ecommerce', 'x').counterexamples ?? [])],
    };
    await call('PUT', '/client/draft/settings', { bot_id: botId, settings });
    const changed = await call('POST', '/client/skill/create', { bot_id: botId, template: 'generica' });
    expect(changed.body).toMatchObject({
      template: 'generica',
      message: expect.stringContaining('correctamente'),
    });
    const templates = new Set((await nodes()).map(({ template }) => template));
    expect(templates).toEqual(new Set(['generica', null]));
    expect(await node('lo_mio')).toBeDefined();
    expect((await intents()).every(({ template }) => template === 'generica')).toBe(true);
    // What is foreign to a shop may be an office's subject.
    const { counterexamples } = (await call('GET', `/client/draft/${botId}/settings`)).body as {
      counterexamples: string[];
    };
    expect(counterexamples).toEqual([...own, ...(templateModel('generica', 'x').counterexamples ?? [])]);
    const bots = await server.call('GET', `/svc/main/bot/list/${owner.id}`, { as: owner });
    expect(
      (bots.body as { id: number; skill_base_template: string }[]).find(({ id }) => id === botId),
    ).toMatchObject({
      skill_base_template: 'generica',
    });
  });

  it('PUB-7 changes nothing when a part of it fails', async () => {
    const before = await call('GET', `/client/draft/${botId}`);
    await server.app.db.query(sql`
      create function refuse_update() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await server.app.db.query(sql`
      create trigger refuse before update on bots for each row execute function refuse_update()`);
    const failed = await call('POST', '/client/skill/create', { bot_id: botId, template: 'generica' });
    await server.app.db.query(sql`drop trigger refuse on bots`);
    await server.app.db.query(sql`drop function refuse_update`);
    expect(failed.status).toBe(500);
    expect((await call('GET', `/client/draft/${botId}`)).body).toEqual(before.body);
  });
});
