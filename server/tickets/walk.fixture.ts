/** How the walks over all calls make a ticket, and call the calls of this domain. */
import { DEFAULT_REOPEN_DAYS, DEFAULT_TICKET_BUDGETS } from '../../contract/rules/tickets.ts';
import { sql } from '../platform/database/database.ts';
import type { DomainWalk, MakeOne, TestServer } from '../testing.ts';

const ticket: MakeOne = async ({ app }, { botId, person }) => {
  const id = `ticket-${botId}`;
  await app.db.query(sql`
    insert into tickets (id, bot_id, tracking_code, subject, state, priority, opened_kind, opened_by_id, opened_by_name,
      assignee_id, created_at, updated_at)
    values (${id}, ${botId}, 'T-1', 'Asunto', 'new', 'normal', 'agent', ${person.id}, 'Alguien', ${person.id}, now(), now())`);
  await app.db.query(sql`
    insert into ticket_steps (id, ticket_id, at, by_name, text, state, priority)
    values (${`step-${botId}`}, ${id}, now(), 'Alguien', 'Creó el ticket', 'new', 'normal')`);
  return id;
};
const client: MakeOne = async ({ app }, { botId, person }) => {
  const id = `client-${botId}`;
  await app.db.query(sql`insert into leads (id, bot_id, created_at) values (${id}, ${botId}, now())`);
  await ticket({ app } as TestServer, { botId, person });
  await app.db.query(sql`update tickets set lead_id = ${id} where bot_id = ${botId}`);
  return id;
};
const talk: MakeOne = async (server, { botId, person }) => {
  await ticket(server, { botId, person });
  await server.addConversation(`talk-${botId}`, botId, { state: 'pending', category: null, agent_id: null });
  await server.app.db.query(sql`
    update tickets set conversation_id = ${`talk-${botId}`} where bot_id = ${botId}`);
  return `talk-${botId}`;
};
const colleague: MakeOne = async (server, at) => {
  await ticket(server, at);
  const person = await server.addPerson(`colega-${at.botId}`);
  await server.link(person, at.botId, 'agente');
  await server.app.db.query(sql`update tickets set assignee_id = ${person.id} where bot_id = ${at.botId}`);
  return person.id;
};
const file: MakeOne = async (server, at) => {
  await ticket(server, at);
  const id = `file-${at.botId}`;
  await server.app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${id}, ${at.botId}, ${`u:${at.person.id}`}, 'a.png', 'image/png', 1, 'x')`);
  return id;
};

/** A file of this person's for the makers. */
const makersFile: MakeOne = async (server, at) => {
  await toMakers(server, at);
  const id = `makers-file-${at.botId}`;
  await server.app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${id}, null, ${`u:${at.person.id}`}, 'a.png', 'image/png', 1, 'x')`);
  return id;
};

/** One to the makers, of this person. */
const toMakers: MakeOne = async ({ app }, { botId, person }) => {
  const id = `makers-${botId}`;
  await app.db.query(sql`
    insert into tickets (id, bot_id, tracking_code, subject, state, priority, opened_kind, opened_by_id, opened_by_name,
      created_at, updated_at)
    values (${id}, null, ${`S-${botId}`}, 'Ayuda', 'new', 'normal', 'visitor', ${person.id}, 'Alguien', now(), now())`);
  return id;
};

type At = { botId: number };
const made = (at: At, more: object) => ({ body: { bot_id: at.botId, subject: 'Asunto', ...more } });
const ofTicket = ({ botId }: At, body: Record<string, unknown>) => ({
  params: { id: `ticket-${botId}` },
  body,
});
const settings = { reopen_days: DEFAULT_REOPEN_DAYS, budgets: DEFAULT_TICKET_BUDGETS, revision: 0 };

export const walk: DomainWalk = {
  entities: { ticket },
  otherIds: {
    'listTickets query.lead_id': [
      client,
      200,
      200,
      ({ botId }, id) => ({ query: { bot_id: botId, lead_id: id } }),
    ],
    'listTickets query.conversation_id': [
      talk,
      200,
      200,
      ({ botId }, id) => ({ query: { bot_id: botId, conversation_id: id } }),
    ],
    'createTicket body.lead_id': [client, 201, 404, (at, id) => made(at, { lead_id: id })],
    'createTicket body.conversation_id': [talk, 201, 404, (at, id) => made(at, { conversation_id: id })],
    'writeTicketMessage body.attachments': [
      file,
      200,
      422,
      (at, id) => ofTicket(at, { text: 'hola', temporal_id: 'walk', attachments: [id] }),
    ],
    'writeTicketMessage body.mentions': [
      colleague,
      200,
      422,
      (at, id) => ofTicket(at, { text: 'hola', note: true, temporal_id: 'walk', mentions: [id] }),
    ],
    'openMakerTicket body.attachments': [
      makersFile,
      201,
      422,
      (_at, id) => ({ body: { subject: 'Ayuda', text: 'hola', temporal_id: 'walk', attachments: [id] } }),
    ],
    'writeMakerTicket body.attachments': [
      makersFile,
      200,
      422,
      ({ botId }, id) => ({
        params: { id: `makers-${botId}` },
        body: { text: 'hola', temporal_id: 'walk', attachments: [id] },
      }),
    ],
    'showMakerTicket params.id': [toMakers, 200, 404, (_at, id) => ({ params: { id } })],
    'writeMakerTicket params.id': [
      toMakers,
      200,
      404,
      (_at, id) => ({ params: { id }, body: { text: 'hola', temporal_id: 'walk' } }),
    ],
  },
  samples: {
    createTicket: { body: { bot_id: 1, subject: 'Asunto' } },
    changeTicket: { params: { id: 'x' }, body: { priority: 'high' } },
    writeTicketMessage: { params: { id: 'x' }, body: { text: 'hola', temporal_id: 'a temporal id' } },
    openMakerTicket: { body: { subject: 'Ayuda', text: 'hola', temporal_id: 'a temporal id' } },
    writeMakerTicket: { params: { id: 'x' }, body: { text: 'hola', temporal_id: 'a temporal id' } },
    saveTicketSettings: { body: { bot_id: 1, ...settings } },
  },
};
