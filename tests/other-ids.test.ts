/**
 * Besides the id that a call's rule speaks of (route-walk.test.ts), inputs name other things: a role to give, people
 * to filter by, a message to start from. Each such id is tried three ways: one's own is taken; another tenant's and
 * one that nobody has get the same answer, word for word. An id that no line of this file speaks of fails.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../contract/calls/call.ts';
import { CALLS } from '../contract/calls/index.ts';
import { sql } from '../server/platform/database/database.ts';
import { sellProduct } from '../server/products/shelf/testing.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { otherIds } from './support/id-fields.ts';
import { type OwnMaker, ownWalks } from './support/own-walks.ts';
import { makeTenant, SAMPLES_OF, type Sample, type Tenant } from './support/samples.ts';
import { callAsOwner, type Input, plain } from './support/tenant-call.ts';

type Id = string | number;
type CallName = keyof typeof CALLS;
/** What the place holds, what one's own and a foreign one are answered with, and the whole input around it. */
type Case = [thing: Sample | OwnMaker, own: number, foreign: number, input: (at: Tenant, id: Id) => Input];

let fresh = 0;
const filters = ({ botId }: Tenant, id: Id) => ({ bot_id: botId, agent_id: id });
const said = (at: Tenant, more: object) => ({
  body: { conversation_id: at.taken, text: 'Hola', temporal_id: `temporal-${++fresh}`, ...more },
});
const claim = (at: Tenant, id: Id) => ({
  body: { auditable_type: 'bot', auditable_id: id, bot_id: at.botId, action: 'update' },
});
const newAgent = (at: Tenant, id: Id) => ({
  body: {
    'agent[name]': 'Rosa',
    'agent[email]': `rosa${++fresh}@b.cl`,
    'agent[password]': 'secreto',
    'agent[password_confirmation]': 'secreto',
    'agent[bot_id]': at.botId,
    'agent[role_id]': id,
  },
});
const days = { from: '2026-11-01', to: '2026-11-02' };
const times = { from: '2026-11-01T03:00:00.000Z', to: '2026-11-02T03:00:00.000Z' };
const self = ({ owner }: Tenant, id: Id) => ({ userId: owner.id, id });
const subscriber = (user_id: Id, sid: Id) => ({ push_subscriber: { user_id, sid, active: true } });

const OWN = ownWalks();

const CASES: Partial<Record<`${CallName} ${string}`, Case>> = {
  ...(OWN.otherIds as Record<`${CallName} ${string}`, Case>),
  'userBotsWithPermissions body.bot_ids': [
    'bot',
    200,
    200,
    ({ owner }, id) => ({ params: { userId: owner.id }, body: { bot_ids: [id] } }),
  ],
  'botInfo params.ids': ['bot', 200, 200, (_at, id) => ({ params: { ids: id } })],
  // The account of this one is not connected: one's own gets as far as that.
  'editWabaTemplate params.id': [
    'wabaTemplate',
    422,
    404,
    ({ botId }, id) => ({
      params: { token: `token-${botId}`, id },
      query: { botId },
      body: { components: [{ type: 'BODY', text: 'Hola' }] },
    }),
  ],
  'deleteWabaTemplate params.id': [
    'wabaTemplate',
    422,
    404,
    ({ botId }, id) => ({ params: { token: `token-${botId}`, id }, query: { botId } }),
  ],
  'updateQuickReply params.id': [
    'quickReply',
    200,
    404,
    ({ botId }, id) => ({ params: { botId, id }, body: { shortcut: 'hola', text: 'Hola', shared: true } }),
  ],
  'createQuickReply body.attachments': [
    'upload',
    200,
    422,
    ({ botId }, id) => ({
      params: { botId },
      body: { shortcut: 'con-archivo', text: 'Hola', shared: true, attachments: [id] },
    }),
  ],
  'updateQuickReply body.attachments': [
    'uploadForReply',
    200,
    422,
    ({ botId }, id) => ({
      params: { botId, id: `q${botId}` },
      body: { shortcut: 'hola', text: 'Hola', shared: true, attachments: [id] },
    }),
  ],
  'deleteQuickReply params.id': ['quickReply', 200, 404, ({ botId }, id) => ({ params: { botId, id } })],
  'updateSavedView params.id': [
    'savedView',
    200,
    404,
    ({ botId }, id) => ({ params: { botId, id }, body: { name: 'Otra', filters: {} } }),
  ],
  'deleteSavedView params.id': ['savedView', 200, 404, ({ botId }, id) => ({ params: { botId, id } })],
  'countMatching body.filters.agent_id': [
    'agent',
    200,
    200,
    ({ botId }, id) => ({ body: { bot_id: botId, filters: [{ agent_id: id }] } }),
  ],
  'matchingIds body.filters.agent_id': [
    'agent',
    200,
    200,
    (at, id) => ({ body: { filters: filters(at, id) } }),
  ],
  'filter body.filters.agent_id': ['agent', 200, 200, (at, id) => ({ body: { filters: filters(at, id) } })],
  'conversationsByLeadData body.filters.agent_id': [
    'agent',
    200,
    200,
    ({ botId }, id) => ({ body: { bot_id: botId, search_text: 'x', filters: { agent_id: id } } }),
  ],
  'changeMany body.ids': [
    'conversation',
    200,
    200,
    ({ botId }, id) => ({ body: { bot_id: botId, ids: [id], change: { unread: true } } }),
  ],
  'changeMany body.change.agent_id': [
    'agent',
    200,
    200,
    ({ botId, conversation }, id) => ({
      body: { bot_id: botId, ids: [conversation], change: { state: 'taken', agent_id: id } },
    }),
  ],
  'change body.agent_id': [
    'agent',
    200,
    422,
    ({ conversation }, id) => ({ params: { id: conversation }, body: { state: 'taken', agent_id: id } }),
  ],
  'change body.from_agent_id': [
    'owner',
    200,
    409,
    ({ taken, agent }, id) => ({
      params: { id: taken },
      body: { state: 'taken', agent_id: agent.id, from_agent_id: id },
    }),
  ],
  'sendMessage body.template.id': [
    'template',
    200,
    404,
    (at, id) => said(at, { template: { id, values: [] } }),
  ],
  'sendMessage body.mentions': ['agent', 200, 200, (at, id) => said(at, { note: true, mentions: [id] })],
  'sendMessage body.attachments': ['upload', 200, 422, (at, id) => said(at, { attachments: [id] })],
  'sendMessage body.products': [
    ({ app }, { botId }) => sellProduct(app, botId, 'Polar Aysén'),
    200,
    422,
    (at, id) => said(at, { products: [id] }),
  ],
  ...Object.fromEntries(
    ['before', 'after', 'around'].map((place): [string, Case] => [
      `messages query.${place}`,
      [
        'message',
        200,
        200,
        ({ conversation }, id) => ({ params: { id: conversation }, query: { [place]: id } }),
      ],
    ]),
  ),
  'countStatesByUser params.userId': [
    'owner',
    200,
    200,
    ({ botId }, id) => ({ params: { botId, userId: id }, body: {} }),
  ],
  'listConversations query.lead_id': [
    'lead',
    200,
    200,
    ({ botId }, id) => ({ query: { bot_id: botId, lead_id: id } }),
  ],
  'listSessionLogs query.conversation_id': [
    'conversation',
    200,
    200,
    ({ botId }, id) => ({ query: { bot_id: botId, conversation_id: id } }),
  ],
  'listSessions query.conversation_id': [
    'conversation',
    200,
    200,
    ({ botId }, id) => ({ query: { bot_id: botId, conversation_id: id } }),
  ],
  // No number is connected here: one's own gets as far as that.
  'createConversation body.lead_id': [
    'lead',
    422,
    404,
    ({ botId }, id) => ({ body: { bot_id: botId, lead_id: id, channel: 'whatsapp' } }),
  ],
  'markDistinct body.other_id': [
    'lead',
    200,
    404,
    ({ conversation }, id) => ({
      params: { id: `lead-${conversation}` },
      body: { other_id: id, distinct: true },
    }),
  ],
  ...Object.fromEntries(
    ['mergeLeads', 'previewMerge'].map((name): [string, Case] => [
      `${name} body.loser_id`,
      [
        'lead',
        200,
        404,
        ({ conversation }, id) => ({ params: { id: `lead-${conversation}` }, body: { loser_id: id } }),
      ],
    ]),
  ),
  'changeLeads body.ids': [
    'lead',
    200,
    200,
    ({ botId }, id) => ({ body: { bot_id: botId, ids: [id], change: { add_tags: ['vip'] } } }),
  ],
  'sendTemplateToLeads body.ids': [
    'lead',
    200,
    200,
    ({ botId }, id) => ({
      body: {
        bot_id: botId,
        ids: [id],
        template: { name: 'aviso', language: 'es', slots: [] },
        temporal_id: 'temporal-id',
      },
    }),
  ],
  'deleteLeads body.ids': ['lead', 200, 200, ({ botId }, id) => ({ body: { bot_id: botId, ids: [id] } })],
  'deleteDevice params.deviceId': [
    'device',
    200,
    404,
    ({ owner }, id) => ({ params: { userId: owner.id, deviceId: id } }),
  ],
  'createAgent body.agent[role_id]': ['role', 200, 404, newAgent],
  'linkAgent body.user_bot.user_id': [
    'draft',
    200,
    404,
    ({ botId }, id) => ({
      body: { user_bot: { user_id: id, bot_id: botId, role_id: agentRole, category: ['general'] } },
    }),
  ],
  'linkAgent body.user_bot.role_id': [
    'role',
    200,
    404,
    ({ botId }, id) => ({
      body: { user_bot: { user_id: drafts.get(botId), bot_id: botId, role_id: id, category: ['general'] } },
    }),
  ],
  'associateAgent body.role_id': [
    'role',
    201,
    404,
    ({ botId }, id) => ({ body: { email: guest, bot_id: botId, role_id: id, category: ['general'] } }),
  ],
  'updateRelation body.role_id': [
    'role',
    200,
    404,
    ({ linkId }, id) => ({ params: { relationId: linkId }, body: { role_id: id } }),
  ],
  'updateRelation body.skill_ids': [
    async ({ app }, { botId }) => {
      const [row] = await app.db.query<{ id: number }>(sql`
        insert into skills (bot_id, name) values (${botId}, ${`Habilidad ${++fresh}`}) returning id`);
      if (!row) throw new Error('No skill was inserted');
      return row.id;
    },
    200,
    422,
    ({ linkId }, id) => ({ params: { relationId: linkId }, body: { skill_ids: [id] } }),
  ],
  'agentDetails body.agent_ids': [
    'agent',
    200,
    200,
    ({ botId }, id) => ({ body: { ...times, bot_id: botId, agent_ids: [id] } }),
  ],
  'statusHistory body.agent_ids': [
    'agent',
    200,
    200,
    ({ botId }, id) => ({ body: { ...days, bot_id: botId, agent_ids: [id] } }),
  ],
  'updateNotificationStatus params.id': [
    'notification',
    200,
    404,
    (at, id) => ({ params: self(at, id), body: { read: true } }),
  ],
  'listNotifications query.bot_id': [
    'bot',
    200,
    404,
    ({ owner }, id) => ({ params: { userId: owner.id }, query: { bot_id: id } }),
  ],
  'unreadNotifications query.bot_id': [
    'bot',
    200,
    404,
    ({ owner }, id) => ({ params: { userId: owner.id }, query: { bot_id: id } }),
  ],
  'readNotifications body.bot_id': [
    'bot',
    200,
    404,
    ({ owner }, id) => ({ params: { userId: owner.id }, body: { up_to: 1, bot_id: id } }),
  ],
  'archiveNotification params.id': [
    'notification',
    200,
    404,
    (at, id) => ({ params: self(at, id), body: { archived: true } }),
  ],
  'updatePushSubscriber body.push_subscriber.user_id': [
    'owner',
    200,
    404,
    ({ botId }, id) => ({ body: subscriber(id, `s${botId}`) }),
  ],
  // 422: the push service of the sample does not answer.
  'testPushSubscriber body.push_subscriber.user_id': [
    'owner',
    422,
    404,
    ({ botId }, id) => ({ body: { push_subscriber: { user_id: id, sid: `s${botId}` } } }),
  ],
  'testPushSubscriber body.push_subscriber.sid': [
    'subscriber',
    422,
    404,
    ({ owner }, id) => ({ body: { push_subscriber: { user_id: owner.id, sid: id } } }),
  ],
  'addPushSubscriber body.push_subscriber.user_id': [
    'owner',
    200,
    404,
    (_at, id) => ({ body: { push_subscriber: { user_id: id, active: true, subscription: PUSH } } }),
  ],
  'updatePushSubscriber body.push_subscriber.sid': [
    'subscriber',
    200,
    404,
    ({ owner }, id) => ({ body: subscriber(owner.id, id) }),
  ],
  'auditUpdate body.auditable_id': ['audited', 200, 200, claim],
  'audits query.user_id': [
    'author',
    200,
    200,
    ({ botId }, id) => ({ params: { botId }, query: { user_id: id } }),
  ],
  'buildingChanges query.user_id': [
    'author',
    200,
    200,
    ({ botId }, id) => ({ params: { botId }, query: { user_id: id } }),
  ],
};

const PUSH = { endpoint: 'https://push.test/new', keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } };

/** Calls that name nodes: these are places in the bot's own document, which the call's rule has judged. */
const NODE_CALLS = [
  'copyNodes',
  'createCustomNode',
  'updateCustomNode',
  'createInteraction',
  'updateInteraction',
  'updateWelcome',
  'addWelcomeButtons',
  'setSuboptions',
  'createDialogNode',
  'updateDialogNode',
] as const;
const IN_OWN_DRAFT = 'looked up in the one document that holds the bot’s own draft';

/** Ids that reach nothing, each with the reason. */
const OPAQUE: Partial<Record<`${CallName} ${string}`, string>> = {
  'change body.seen.agent_id': 'compared with who has the conversation alone',
  'saveRouting body.rules.id': 'made by the form; names a rule within the bot’s own alone',
  'tryRouting body.rules.id': 'made by the form; names a rule within the bot’s own alone',
  'saveProactive body.rules.id': 'made by the form; names a rule within the bot’s own alone',
  'retryFile body.attachment_id': 'looked for among the files of the message, whose sight decides',
  'sendTemplateToLeads body.temporal_id': 'made by the sender; unique among their own messages alone',
  'sendTemplateToLead body.temporal_id': 'made by the sender; unique among their own messages alone',
  'sendTemplateToLead body.connection_id': 'looked for among the connections of the lead’s own bot',
  'previewCampaign body.temporal_id': 'accepted and ignored: a preview makes nothing',
  'createTicket body.temporal_id': 'made by the sender; unique among their own tickets alone',
  'writeTicketMessage body.temporal_id': 'made by the sender; unique among their own words alone',
  'openMakerTicket body.temporal_id': 'made by the sender; unique among their own words alone',
  'writeMakerTicket body.temporal_id': 'made by the sender; unique among their own words alone',
  'listTicketMessages query.before': 'looked for among the words of the ticket, whose sight decides',
  'createCampaign body.temporal_id': 'made by the sender; unique among their own campaigns alone',
  'planAbsence body.temporal_id': 'made by the planner; unique among their own plans at the bot alone',
  'scheduleMessage body.temporal_id': 'made by the sender; unique among their own plans alone',
  'joinConversation body.temporal_id': 'made by the sender; unique among their own joins alone',
  'joinedMessages query.before': 'a place: what is not among the joined ones has nothing before it',
  'runMacro body.temporal_id': 'made by the sender; unique among their own runs alone',
  'sendMessage body.temporal_id': 'made by the sender; unique among their own messages alone',
  'countStates body.agent_id': 'accepted and ignored: what may be counted comes from the session',
  'auditCreateOrDestroy body.user_id': 'ignored: who did it comes from the session',
  'auditUpdate body.user_id': 'ignored: who did it comes from the session',
  'auditCreateOrDestroy body.auditable_id': 'the same look-up as auditUpdate’s',
  'createWabaTemplate body.components.buttons.flow_id':
    'the provider’s, judged by it with the connection’s own token',
  'editWabaTemplate body.components.buttons.flow_id':
    'the provider’s, judged by it with the connection’s own token',
  'saveWhatsappButton body.button.contacts.id': 'made by the form; keeps a number’s place in its list alone',
  'getPage params.id': 'a page of the installation’s tutorials: everybody has the same',
  'setPageVideo params.id': 'a page of the installation’s tutorials: everybody has the same',
  'addPushSubscriber body.push_subscriber.sid':
    'ignored: the server makes it, the endpoint decides whose it is',
  'createSavedView body.filters.agent_id': 'kept as it was typed; lists answer by it what `filter` answers',
  'updateSavedView body.filters.agent_id': 'kept as it was typed; lists answer by it what `filter` answers',
  'startExport body.filters.agent_id': 'the file holds what `filter` finds',
  'newBusinessType body.assistant_id': 'kept as an internal account wrote it; nothing is looked up by it',
  'createCheckout body.plan_id': 'plans are the installation’s: everybody has the same',
  'previewChange query.plan_id': 'plans are the installation’s: everybody has the same',
  'makePayLink body.plan_id': 'plans are the installation’s: everybody has the same',
  'changePlan body.plan_id': 'plans are the installation’s: everybody has the same',
  'switchFlags params.botId': 'internal accounts reach every bot',
  'savePlan params.id': 'plans are the installation’s; internal accounts alone write them',
  'closeReview params.id': 'internal accounts reach every bot',
  'grantPlan body.bot_id': 'internal accounts reach every bot',
  'grantPlan body.plan_id': 'plans are the installation’s',
  'templateIntentById params.id': 'the catalogue of templates is the same for everybody',
  'templateNode params.id': 'the catalogue of templates is the same for everybody',
  'templateNodeById params.id': 'the catalogue of templates is the same for everybody',
  'copyNodes body.node_id': 'a node of the catalogue, which is the same for everybody',
  'nodeIntent params.nodeId': IN_OWN_DRAFT,
  'createCustomNode body.node_id': IN_OWN_DRAFT,
  'updateCustomNode body.node_id': IN_OWN_DRAFT,
  'deactivateNode body.node_id': IN_OWN_DRAFT,
  'updateInteraction body.node_id': IN_OWN_DRAFT,
  'resetInteraction body.node_id': IN_OWN_DRAFT,
  'updateDialogNode params.nodeId': IN_OWN_DRAFT,
  'deleteDialogNode params.nodeId': IN_OWN_DRAFT,
  ...Object.fromEntries(
    NODE_CALLS.flatMap((name) =>
      ['id', 'node_id'].map((place) => [`${name} body.buttons.${place}`, IN_OWN_DRAFT]),
    ),
  ),
  ...Object.fromEntries(
    ['output', 'new_output'].flatMap((said) =>
      ['id', 'node_id'].map((place) => [`createCustomNode body.${said}.buttons.${place}`, IN_OWN_DRAFT]),
    ),
  ),
  'updateWelcome body.buttons.suboptions.id': IN_OWN_DRAFT,
  'updateWelcome body.buttons.suboptions.node_id': IN_OWN_DRAFT,
  'startLeadExport body.filters.ids': 'chooses among the bot’s own clients, as the list does',
  'updateIncident params.id': 'internal accounts alone reach it, and they reach every incident',
  'updateIncident body.temporal_id': 'made by the sender; unique within the incident alone',
  'reportIncident body.temporal_id': 'made by the sender; unique among their own reports alone',
  'updateNoticeSettings body.ways.campaign': 'a kind of notice, by which ways it tells',
  'listNotifications query.before': 'a number of the person’s own',
  'whatsappStatsSends query.campaign': 'chooses among the bot’s own sends, as the figure does',
  'startSendExport body.filters.campaign': 'chooses among the bot’s own sends, as the figure does',
  'counterMoves query.agent_id': 'chooses among the moves of what the caller sees',
  'counterMoves query.before': 'a number of the bot’s own log',
  'matchingIds body.filters.before': 'a place in an order, given by its sort key',
  'filter body.filters.before': 'a place in an order, given by its sort key',
  'conversationsByLeadData body.filters.before': 'a place in an order, given by its sort key',
};

const ABSENT: Record<'number' | 'string', Id> = { number: 987_654_321, string: 'nobody-has-this-id' };

let server: TestServer;
let agentRole: number;
const guest = 'invitada@charla.test';
/** Somebody to link, by bot. */
const drafts = new Map<number, Id>();
beforeAll(async () => {
  server = await startTestServer();
  await server.addPerson('invitada');
  const somewhere = await makeTenant(server);
  agentRole = (
    (await server.call('GET', `/svc/main/role/role_bot/${somewhere.botId}`, { as: somewhere.owner }))
      .body as { id: number; base: string }[]
  ).find(({ base }) => base === 'agente')?.id as number;
});
afterAll(() => server.close());

const send = (name: CallName, at: Tenant, input: Input) =>
  callAsOwner(server, CALLS[name] as unknown as Call, at, input);

const named = Object.entries(CALLS) as unknown as [CallName, Call][];

it('has a line for every other id of every call', () => {
  const found = named
    .filter(([, call]) => call.access.kind !== 'public')
    .flatMap(([name, call]) => otherIds(call).map((path) => `${name} ${path}`));
  const known = [...Object.keys(CASES), ...Object.keys(OPAQUE)];
  // Add what is missing to CASES; to OPAQUE only what reaches nothing.
  expect(found.filter((line) => !known.includes(line))).toEqual([]);
  expect(known.filter((line) => !found.includes(line))).toEqual([]);
  for (const [line, reason] of Object.entries(OPAQUE)) expect(reason?.length, line).toBeGreaterThan(15);
});

describe('another tenant’s', () => {
  it.each(Object.entries(CASES) as [`${CallName} ${string}`, Case][])(
    '%s',
    async (line, [thing, own, foreign, input]) => {
      const name = line.split(' ')[0] as CallName;
      const here = await makeTenant(server);
      const there = await makeTenant(server);
      if (line.startsWith('linkAgent body.user_bot.role_id'))
        drafts.set(here.botId, await SAMPLES_OF.draft(server, here));
      if (/^(update|test)PushSubscriber/.test(line) && thing === 'owner')
        await SAMPLES_OF.subscriber(server, here);
      const make = (tenant: Tenant) =>
        typeof thing === 'function'
          ? thing(server, { botId: tenant.botId, person: tenant.owner })
          : SAMPLES_OF[thing](server, tenant);
      const mine = await make(here);
      const theirs = await make(there);
      const absent = ABSENT[typeof mine as 'number' | 'string'];

      const refused = await send(name, here, input(here, theirs));
      const unknown = await send(name, here, input(here, absent));
      expect([refused.status, plain(refused.body, theirs)]).toEqual([foreign, plain(unknown.body, absent)]);
      expect(unknown.status).toBe(foreign);
      // The sample is a good one: one's own is taken, and answered differently.
      const taken = await send(name, here, input(here, mine));
      expect(taken.status, JSON.stringify(taken.body)).toBe(own);
      if (own === foreign && !FINDS_NOTHING.includes(line))
        expect(plain(taken.body, mine)).not.toEqual(plain(unknown.body, absent));
    },
  );
});

/** Filters by things of one's own that nothing belongs to yet. */
const FINDS_NOTHING = [
  'buildingChanges query.user_id',
  'countMatching body.filters.agent_id',
  'matchingIds body.filters.agent_id',
  'filter body.filters.agent_id',
  'conversationsByLeadData body.filters.agent_id',
  'listConversations query.lead_id',
];
