/** What agents may do with clients (docs/product.md §6), call by call; another bot's things are not there by any of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadImport } from '../../contract/calls/imports.ts';
import { CALLS } from '../../contract/calls/index.ts';
import { productCalls } from '../../contract/calls/products.ts';
import type { Permission } from '../../contract/permissions.ts';
import { json, sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let agent: Person;
let stranger: Person;
/** Of roles of the bot's own: reads clients alone, and nothing of clients. */
let reader: Person;
let blind: Person;
beforeAll(async () => {
  server = await startTestServer();
  const team = await server.addTeam(BOT);
  [owner, agent, stranger] = [team.owner, team.ana, team.stranger];
  const withRole = async (name: string, crm: Permission[]) => {
    const person = await server.addPerson(name);
    const role = await server.addRole(BOT, 'agente', { crm, live: ['read'] });
    await server.app.db.query(sql`
      insert into user_bots (user_id, bot_id, role_id, category, chosen_status)
      values (${person.id}, ${BOT}, ${role}, ${json([])}, 'inactive')`);
    return person;
  };
  reader = await withRole('lectora', ['read']);
  blind = await withRole('ciega', []);
});
afterAll(() => server.close());

const call = (method: string, path: string, body: object | undefined, as: Person) =>
  server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });
let made = 0;
const create = async (): Promise<string> => {
  made += 1;
  const { body } = await call('POST', '/leads', { lead: { bot_id: BOT, name: `Cliente ${made}` } }, owner);
  return (body as { _id: string })._id;
};
async function upload(as: Person): Promise<{ status: number; id: string }> {
  const form = new FormData();
  form.append('bot_id', String(BOT));
  form.append('file', new Blob(['Nombre;Correo\nA;a@correo.cl']), 'c.csv');
  const answer = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: as.headers as unknown as Record<string, string>,
    body: form,
  });
  const { id } = (await answer.json()) as LeadImport;
  return { status: answer.status, id };
}

interface Try {
  /** 'head': administrators and owners, besides the permission. */
  needs: Permission | 'head';
  method: string;
  path: string;
  body?: object;
  /** What who may gets; 200 unless said. */
  answers?: number;
}

/** Fresh things of the bot, and every call with them. */
async function tries(): Promise<Record<string, Try>> {
  const [one, other, third, fourth] = [await create(), await create(), await create(), await create()];
  const merged = await create();
  await call('POST', `/leads/${one}/merge`, { loser_id: merged, fields: {} }, owner);
  const merges = await call('GET', `/leads/${one}/merges`, undefined, owner);
  const [merge] = merges.body as { id: string }[];
  const file = (await upload(owner)).id;
  const mapping = { Nombre: 'name', Correo: 'email' };
  await call('PUT', `/leads/imports/${file}`, { mapping, key: 'auto' }, owner);
  const segment = { name: 'S', filter: { all: [] }, shared: false };
  const ordered = { format: 'csv', columns: ['name'], filters: { bot_id: BOT } };
  const file2 = (await call('POST', '/leads/exports', ordered, owner)).body as { id: string };
  const state = async () =>
    (
      (await call('GET', `/leads/exports?bot_id=${BOT}`, undefined, owner)).body as {
        id: string;
        status: string;
      }[]
    ).find(({ id }) => id === file2.id)?.status;
  await expect.poll(state).toBe('done');
  const ran = (await upload(owner)).id;
  await call('PUT', `/leads/imports/${ran}`, { mapping, key: 'auto' }, owner);
  const added = await call(
    'POST',
    '/lead_fields',
    { bot_id: BOT, label: `Talla ${one}`, type: 'text' },
    owner,
  );
  const field = `/lead_fields/${(added.body as { id: string }).id}`;
  const shared = await call('POST', '/segments', { bot_id: BOT, ...segment, shared: true }, owner);
  const kept = `/segments/${(shared.body as { id: string }).id}`;
  const get = (path: string, more: Partial<Try> = {}): Try => ({
    needs: 'read',
    method: 'GET',
    path,
    ...more,
  });
  const edit = (method: string, path: string, body: object, more: Partial<Try> = {}): Try => ({
    needs: 'edit',
    method,
    path,
    body,
    ...more,
  });
  const consent = { purpose: 'marketing', state: 'granted', source: 'Formulario' };
  const template = {
    template: { name: 'no_hay', language: 'es', slots: [] },
    temporal_id: 'temporal-1',
  };
  return {
    listLeads: get(`/leads?bot_id=${BOT}`),
    showLead: get(`/leads/${one}`),
    findLead: {
      ...get('/leads/show_by_email_or_phone_or_rut', { answers: 404 }),
      method: 'POST',
      body: { lead: { bot_id: BOT, email: 'nadie@correo.cl' } },
    },
    leadDuplicates: get(`/leads/${one}/duplicates`),
    leadChanges: get(`/leads/${one}/changes`),
    leadIdentities: get(`/leads/${one}/identities`),
    leadConsents: get(`/leads/${one}/consents`),
    leadTimeline: get(`/leads/${one}/timeline`),
    leadMerges: get(`/leads/${one}/merges`),
    ownFields: get(`/lead_fields?bot_id=${BOT}`),
    segments: get(`/segments?bot_id=${BOT}`),
    matchingLeads: { ...get('/leads/matching_ids'), method: 'POST', body: { bot_id: BOT } },
    addSegment: { ...get('/segments'), method: 'POST', body: { bot_id: BOT, ...segment } },
    createLead: {
      needs: 'add',
      method: 'POST',
      path: '/leads',
      body: { lead: { bot_id: BOT, name: 'Nueva' } },
    },
    updateLead: edit('PUT', `/leads/${one}`, { lead: { city: 'Arica' } }),
    addLeadConsent: edit('POST', `/leads/${one}/consents`, consent),
    blockLead: edit('PUT', `/leads/${one}/blocked`, { blocked: false }),
    markDistinct: edit('PUT', `/leads/${one}/distinct`, { other_id: other, distinct: true }),
    changeLeads: edit('POST', '/leads/bulk', {
      bot_id: BOT,
      ids: [one],
      change: { add_tags: ['vip'] },
    }),
    previewMerge: {
      needs: 'delete',
      method: 'POST',
      path: `/leads/${one}/merge/preview`,
      body: { loser_id: other },
    },
    mergeLeads: { needs: 'delete', method: 'POST', path: `/leads/${one}/merge`, body: { loser_id: third } },
    undoMerge: { needs: 'delete', method: 'POST', path: `/lead_merges/${merge?.id}/undo` },
    deleteLead: { needs: 'delete', method: 'DELETE', path: `/leads/${fourth}` },
    deleteLeads: {
      needs: 'delete',
      method: 'POST',
      path: '/leads/bulk_delete',
      body: { bot_id: BOT, ids: [fourth] },
    },
    addOwnField: {
      needs: 'head',
      method: 'POST',
      path: '/lead_fields',
      body: { bot_id: BOT, label: `L ${one}`, type: 'text' },
    },
    updateOwnField: { needs: 'head', method: 'PUT', path: field, body: { label: 'Otra' } },
    orderOwnFields: {
      needs: 'head',
      method: 'POST',
      path: '/lead_fields/order',
      body: { bot_id: BOT, ids: [(added.body as { id: string }).id] },
    },
    deleteOwnField: { needs: 'head', method: 'DELETE', path: field },
    updateSegment: { needs: 'head', method: 'PUT', path: kept, body: { ...segment, shared: true } },
    deleteSegment: { needs: 'head', method: 'DELETE', path: kept },
    listImports: { needs: 'upload', method: 'GET', path: `/leads/imports?bot_id=${BOT}` },
    showImport: { needs: 'upload', method: 'GET', path: `/leads/imports/${file}` },
    mapImport: {
      needs: 'upload',
      method: 'PUT',
      path: `/leads/imports/${file}`,
      body: { mapping, key: 'auto' },
    },
    checkImport: { needs: 'upload', method: 'POST', path: `/leads/imports/${file}/dry_run`, answers: 202 },
    cancelImport: { needs: 'upload', method: 'POST', path: `/leads/imports/${file}/cancel`, answers: 202 },
    runImport: { needs: 'upload', method: 'POST', path: `/leads/imports/${ran}/run`, answers: 202 },
    undoImport: { needs: 'upload', method: 'POST', path: `/leads/imports/${ran}/undo`, answers: 409 },
    refusedRows: { needs: 'upload', method: 'GET', path: `/leads/imports/${file}/refused` },
    sendTemplateToLead: {
      needs: 'send-wsp',
      method: 'POST',
      path: `/leads/${one}/template`,
      body: template,
      answers: 422,
    },
    sendTemplateToLeads: {
      needs: 'send-wsp',
      method: 'POST',
      path: '/leads/bulk_template',
      body: { bot_id: BOT, ids: [one], ...template },
    },
    leadOrders: { needs: 'read', method: 'GET', path: `/leads/${one}/orders` },
    leadData: { needs: 'export', method: 'GET', path: `/leads/${one}/data` },
    startLeadExport: { needs: 'export', method: 'POST', path: '/leads/exports', body: ordered },
    listLeadExports: { needs: 'export', method: 'GET', path: `/leads/exports?bot_id=${BOT}` },
    deleteLeadExport: { needs: 'export', method: 'DELETE', path: `/leads/exports/${file2.id}` },
    leadExportLink: { needs: 'export', method: 'POST', path: `/leads/exports/${file2.id}/link` },
  };
}

it('an agent reads, edits, uploads, adds, deletes and sends templates, and exports nothing', async () => {
  for (const [name, { needs, method, path, body, answers = 200 }] of Object.entries(await tries())) {
    const { status } = await call(method, path, body, agent);
    expect([name, status]).toEqual([name, needs === 'export' || needs === 'head' ? 403 : answers]);
  }
  expect((await upload(agent)).status).toBe(200);
});

it('who may only read changes nothing, and who may not read sees nothing', async () => {
  const all = await tries();
  const leads = () => server.app.db.query(sql`select id, name, tags, city from leads order by id`);
  const before = await leads();
  for (const [name, { needs, method, path, body, answers = 200 }] of Object.entries(all)) {
    const { status } = await call(method, path, body, reader);
    expect([name, status]).toEqual([name, needs === 'read' ? answers : 403]);
    expect([name, (await call(method, path, body, blind)).status]).toEqual([name, 403]);
  }
  expect((await upload(reader)).status).toBe(403);
  expect(await leads()).toEqual(before);
});

it('another bot’s client, field, segment, merge, import or file is not there by any call', async () => {
  const all = await tries();
  for (const [name, { method, path, body }] of Object.entries(all))
    expect([name, (await call(method, path, body, stranger)).status]).toEqual([name, 404]);
  expect((await upload(stranger)).status).toBe(404);
  // Nor with one's own bot named beside a foreign client.
  const foreign = await create();
  for (const path of ['/leads/bulk', '/leads/bulk_delete']) {
    const change = path === '/leads/bulk' ? { change: { add_tags: ['mio'] } } : {};
    const { body } = await call('POST', path, { bot_id: 7, ids: [foreign], ...change }, stranger);
    expect(body).toMatchObject({ results: [{ id: foreign, ok: false, name: null }] });
  }
  expect((await call('GET', `/leads/${foreign}`, undefined, owner)).body).toMatchObject({ tags: [] });
});

it('every call about clients is tried here', async () => {
  // Products are read with the clients' permission; their own tests try them.
  const known = [...Object.keys(await tries()), ...Object.keys(productCalls)];
  const names = Object.entries(CALLS).flatMap(([name, { access }]) =>
    'module' in access && access.module === 'crm' ? [name] : [],
  );
  expect(names.filter((name) => name !== 'uploadImport' && !known.includes(name)).sort()).toEqual([]);
});
