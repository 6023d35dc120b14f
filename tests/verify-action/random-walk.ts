/**
 * A seeded walk over everything that can be done to conversations, at three bots, looked on by five people whose
 * connections lose, double and reorder frames. Whenever it stops to compare, everybody who has caught up shows what
 * the server says.
 */

import { type AnswerDeadlines, NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { ConversationJoin } from '../../contract/entities/joining.ts';
import type { Macro, MacroRun, MacroSteps } from '../../contract/entities/macro.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import { ANY_CONVERSATION, NO_SKILLS } from '../../contract/routing/blank.ts';
import { AREAS, CHANNELS, CONVERSATION_PRIORITIES, CONVERSATION_STATES } from '../../contract/states.ts';
import { GapError } from '../../machines/inbox/changes.ts';
import { applyFrame } from '../../machines/inbox/fold.ts';
import type { InboxState } from '../../machines/inbox/inbox-state.ts';
import { agentActor } from '../../server/access/agent-actor.ts';
import { mergeLeads } from '../../server/clients/merge.ts';
import { changeLead } from '../../server/crm/change-lead.ts';
import { changeCard } from '../../server/inbox/commands/change-card.ts';
import { changeState } from '../../server/inbox/commands/change-state.ts';
import { follow, look } from '../../server/inbox/commands/follow.ts';
import { giveToTeam } from '../../server/inbox/commands/give-to-team.ts';
import { identify } from '../../server/inbox/commands/identify.ts';
import { joinConversation } from '../../server/inbox/commands/join-conversation.ts';
import { runMacro } from '../../server/inbox/commands/run-macro.ts';
import {
  cancelScheduled,
  changeScheduled,
  scheduleMessage,
  sendScheduledNow,
} from '../../server/inbox/commands/schedule-message.ts';
import { sendMessage } from '../../server/inbox/commands/send-message.ts';
import { separateConversation } from '../../server/inbox/commands/separate-conversation.ts';
import { undoMacro } from '../../server/inbox/commands/undo-macro.ts';
import {
  disconnectCustomer,
  markDelivered,
  markGiven,
  markRead,
  rate,
} from '../../server/inbox/commands/visitor-marks.ts';
import type { ConversationRow } from '../../server/inbox/conversation-row.ts';
import { listScheduled } from '../../server/inbox/queries/scheduled-messages.ts';
import { answersDueAnew } from '../../server/inbox/tell-answer-due.ts';
import { tellLeadCards } from '../../server/inbox/tell-lead-cards.ts';
import type { World } from '../../server/inbox/testing.ts';
import { createMacro } from '../../server/inbox/tools/macros.ts';
import type { VisitorIdentity } from '../../server/inbox/visitor-identity.ts';
import { json, sql } from '../../server/platform/database/database.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import type { BotSession } from '../../server/platform/http/session.ts';
import { liveFrames, load, loadMessages, replayedFrames } from './viewer-inbox.ts';

/** Numbers from a seed: the same seed, the same walk. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Somebody looking on at one bot over a bad line. */
export interface Onlooker {
  name: string;
  by: BotSession;
  state: InboxState;
  /** The last number whose frame was put on the line, whether or not it arrived. */
  sent: number;
  gaps: number;
}

export interface Walk {
  onlookers: Onlooker[];
  /** Every command there is. */
  commands: readonly string[];
  /** Commands that were accepted, and refused, by name. */
  accepted: Record<string, number>;
  refused: Record<string, number>;
  /** Does one random thing, and brings its frames to everybody over their bad lines. True when it was accepted. */
  step(): Promise<boolean>;
  /** Everybody of a bot hears the head and asks for what they miss. */
  catchUp(botId: number): Promise<void>;
}

const BOTS = [601, 602, 603];
const NOTHING: MacroSteps = { text: null, add_tags: [], remove_tags: [], assign: null, end: null };
/** What bots give their people: short, so that a walk of minutes meets warnings and breaches. */
const DEADLINES: readonly AnswerDeadlines[] = [
  { ...NO_DEADLINES, first: 9, next: 4, open_hours: false },
  {
    ...NO_DEADLINES,
    first: 20,
    next: null,
    priorities: { urgent: { first: 1, next: 1 } },
    areas: { ventas: { first: 3, next: 2 }, soporte: { first: 12, next: null } },
  },
  NO_DEADLINES,
];

const MACROS: readonly Partial<MacroSteps>[] = [
  { text: 'Listo', add_tags: ['vip'], priority: 'high', assign: 'me' },
  { remove_tags: ['vip'], category: 'ventas', end: 'pending' },
  { text: 'Hasta pronto', add_tags: ['resuelto'], end: 'close' },
];

export async function startWalk(world: World, random: () => number): Promise<Walk> {
  const { app } = world;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (probability: number) => random() < probability;

  const users = [];
  for (const name of ['Olga', 'Adán', 'Bruno', 'Carla', 'Dana']) users.push(await world.addUser(name));
  const staff: BotSession[] = [];
  for (const [place, botId] of BOTS.entries()) {
    await world.addBot(botId, {
      auto_assign: place === 1,
      inactive_after_minutes: 30,
      close_after_minutes: 45,
    });
    await app.db.query(sql`
      update bots set flags = '{"timer_close": true}', answer_deadlines = ${json(DEADLINES[0])} where id = ${botId}`);
    if (place === 2) await addRouting(world, botId);
    await addProactive(world, botId);
    const [owner, admin, bruno, carla, dana] = users;
    if (!owner || !admin || !bruno || !carla || !dana) throw new Error('Five people');
    staff.push(
      await world.link(owner, botId, 'propietario'),
      await world.link(admin, botId, 'administrador'),
    );
    for (const [user, areas] of [
      [bruno, ['soporte', 'general']],
      [carla, []],
      [dana, ['ventas']],
    ] as const) {
      const link = await world.link(user, botId, 'agente', [...areas]);
      if (chance(0.7)) await world.connect(link);
      staff.push(link);
    }
    await seedOtherChannels(world, botId, pick);
  }
  const macros: Macro[] = [];
  const joins: { by: BotSession; join: ConversationJoin }[] = [];
  const runs: { by: BotSession; run: MacroRun }[] = [];
  for (const by of staff.filter(({ link }) => link.role.base === 'propietario'))
    for (const steps of MACROS) {
      const name = `Macro ${macros.length}`;
      const buttons = steps.text ? ['Gracias', 'Otra duda'] : [];
      macros.push(
        await createMacro(app, by, { name, shared: true, steps: { ...NOTHING, ...steps }, buttons }),
      );
    }
  const visitors: VisitorIdentity[] = BOTS.flatMap((botId) =>
    Array.from({ length: 6 }, () => world.visitor(botId)),
  );
  const written = new Set<VisitorIdentity>();

  const onlookers: Onlooker[] = [];
  for (const by of staff) {
    const state = await load(app, by);
    onlookers.push({ name: `${by.user.name}@${by.link.bot_id}`, by, state, sent: state.seq, gaps: 0 });
  }

  /** One of the latest; often one that the command is likely to be accepted for. */
  async function conversationOf(by: BotSession, name: string): Promise<string | null> {
    const own =
      name === 'join' || name === 'reply' || name === 'plan' || name === 'unread' || name === 'give';
    const wanted = own
      ? sql`c.state = 'taken' and c.agent_id = ${by.user.id}`
      : name === 'replan'
        ? sql`exists (select from scheduled_messages s
            where s.conversation_id = c.id and s.author_id = ${by.user.id} and s.state in ('waiting', 'unsent'))`
        : name === 'look'
          ? sql`(c.mention_unseen || c.follow_news) @> ${[by.user.id]}::int[]`
          : name === 'macro'
            ? sql`c.state in ('pending', 'active') or (c.state = 'taken' and c.agent_id = ${by.user.id})`
            : name === 'archive'
              ? sql`c.state = 'closed'`
              : name === 'reopen'
                ? sql`c.state = 'closed' and not exists (
                    select from conversations n where n.lead_id = c.lead_id and n.created_at > c.created_at)`
                : sql`true`;
    const rows = await app.db.query<{ id: string }>(sql`
      select c.id from conversations c where c.bot_id = ${by.link.bot_id} and ${chance(0.7) ? wanted : sql`true`}
      order by c.last_message_date desc, c.id limit 25`);
    return rows.length > 0 ? pick(rows).id : null;
  }

  /** What people at a bot do to a conversation. */
  const byPerson: Record<string, (by: BotSession, id: string) => Promise<unknown>> = {
    take: (by, id) => changeState(app, by, id, { state: 'taken', agent_id: by.user.id }),
    give: (by, id) => {
      const to = pick(staff.filter((other) => other.link.bot_id === by.link.bot_id));
      const category = chance(0.2) ? pick([...AREAS, null]) : undefined;
      return changeState(app, by, id, {
        state: 'taken',
        agent_id: to.user.id,
        reason: pick(['sabe más', null]),
        category,
      });
    },
    toTeam: async (by, id) => {
      const [seen] = await app.db.query<Pick<ConversationRow, 'state' | 'agent_id'>>(
        sql`select state, agent_id from conversations where id = ${id}`,
      );
      if (!seen) throw new Refused('not_found');
      return giveToTeam(app, by, id, { team: pick(AREAS), seen, reason: pick(['sabe más', null]) });
    },
    release: (by, id) => changeState(app, by, id, { state: 'pending' }),
    toBot: (by, id) => changeState(app, by, id, { state: 'active' }),
    inactive: (by, id) => changeState(app, by, id, { state: 'inactive' }),
    close: (by, id) => changeState(app, by, id, { state: 'closed' }),
    reopen: (by, id) => changeState(app, by, id, { state: 'taken', agent_id: by.user.id, reopen: true }),
    archive: (by, id) => changeState(app, by, id, { state: 'archived' }),
    tags: (by, id) =>
      changeCard(app, by, id, { tags: chance(0.5) ? [pick(['vip', 'reclamo', 'envío'])] : [] }),
    category: (by, id) => changeCard(app, by, id, { category: pick([...AREAS, null]) }),
    priority: (by, id) => changeCard(app, by, id, { priority: pick([...CONVERSATION_PRIORITIES, null]) }),
    unread: (by, id) => changeCard(app, by, id, { unread: chance(0.4) }),
    snooze: (by, id) => {
      const until = new Date(app.clock.now().getTime() + 60_000 * (1 + Math.floor(random() * 20)));
      return changeCard(app, by, id, { snoozed_until: chance(0.7) ? until.toISOString() : null });
    },
    reply: (by, id) =>
      sendMessage(app, by, {
        conversation_id: id,
        text: 'Te ayudo',
        temporal_id: app.ids(),
        last_seen: chance(0.2) ? 3 : undefined,
      }),
    plan: (by, id) =>
      scheduleMessage(app, by, id, {
        text: 'Te escribo luego',
        buttons: chance(0.3) ? ['Bueno', 'Mejor hoy'] : [],
        send_at: new Date(app.clock.now().getTime() + 60_000 * (1 + Math.floor(random() * 8))).toISOString(),
        temporal_id: app.ids(),
      }),
    replan: async (by, id) => {
      const planned = await listScheduled(app.db, by.user.id, by.link.bot_id, id);
      if (planned.length === 0) throw new Refused('conflict');
      const one = pick(planned);
      if (chance(0.3)) return cancelScheduled(app, by, one.id);
      if (chance(0.5)) return sendScheduledNow(app, by, one.id, undefined);
      const send_at = new Date(app.clock.now().getTime() + 120_000).toISOString();
      return changeScheduled(app, by, one.id, { text: 'Mejor así', send_at });
    },
    note: (by, id) => {
      const to = pick(staff.filter((other) => other.link.bot_id === by.link.bot_id)).user;
      const named = chance(0.5) ? { text: `Ojo @${to.name}`, mentions: [to.id] } : { text: 'Ojo' };
      return sendMessage(app, by, { conversation_id: id, temporal_id: app.ids(), note: true, ...named });
    },
    follow: (by, id) => follow(app, by, id, chance(0.7)),
    look: async (by, id) => {
      if ((await look(app, by, id)).events.length === 0) throw new Refused('conflict');
    },
    macro: async (by, id) => {
      const macro = pick(macros.filter(({ bot_id }) => bot_id === by.link.bot_id));
      const input = { macro_id: macro.id, revision: macro.revision, temporal_id: app.ids() };
      const ran = await runMacro(app, by, id, { ...input, last_seen: 1_000 });
      runs.push({ by, run: ran });
    },
    join: async (by, id) => {
      const of = async (one: string) => {
        const [row] = await app.db.query<{ lead_id: string; last: number; date: string }>(sql`
          select lead_id, message_count as last, last_message_date as date from conversations where id = ${one}`);
        if (!row) throw new Refused('not_found');
        return row;
      };
      const owner = staff.find(({ link }) => link.bot_id === by.link.bot_id);
      const open = await app.db.query<{ id: string }>(sql`
        select id from conversations
        where bot_id = ${by.link.bot_id} and id <> ${id} and visitor_id is not null and state not in ('closed', 'archived')
          and (agent_id is null or agent_id = ${by.user.id}) order by id`);
      if (!owner || open.length === 0) throw new Refused('not_found');
      const source_id = pick(open).id;
      const [target, source] = [await of(id), await of(source_id)];
      // They turn out to be one and the same.
      if (target.lead_id !== source.lead_id) await mergeLeads(app, owner, target.lead_id, source.lead_id, {});
      const input = { source_id, temporal_id: app.ids(), last_seen: target.last, source_seen: source.date };
      joins.push({ by, join: await joinConversation(app, by, id, input) });
    },
    separate: async () => {
      const last = joins.pop();
      if (!last) throw new Refused('conflict');
      await separateConversation(app, last.by, last.join.target_id, last.join.id);
    },
    undoMacro: async () => {
      const last = runs.pop();
      if (!last) throw new Refused('conflict');
      await undoMacro(app, last.by, last.run.conversation_id, last.run.id);
    },
    rename: async (by, id) => {
      const [row] = await app.db.query<{ lead_id: string }>(
        sql`select lead_id from conversations where id = ${id}`,
      );
      const name = pick(['Marta', 'Pedro', 'Inés', null]);
      await app.db.transaction((tx) =>
        changeLead(tx, app, tellLeadCards, {
          botId: by.link.bot_id,
          id: row?.lead_id ?? '',
          given: { name },
          actor: agentActor(by),
        }),
      );
    },
  };
  /** What customers and clocks do. */
  const byCustomer: Record<string, (who: VisitorIdentity) => Promise<unknown>> = {
    write: async (who) => {
      await world.write(who, pick(['hola', '¿a qué hora abren?', 'asdf qwer', 'gracias']));
      written.add(who);
    },
    answerProactive: async (who) => {
      await world.write(who, pick(['sí', '¿a qué hora abren?']), { proactive: pick(['r1', 'r2', 'off']) });
      written.add(who);
    },
    askForPerson: async (who) => {
      await world.write(who, '', { button: 'persona', text: undefined });
      written.add(who);
    },
    identify: (who) =>
      identify(app, who, { name: pick(['Rosa', 'Luis']), phone: pick(['+56911112222', '+56933334444']) }),
    rate: (who) => rate(app, who.id, { stars: 1 + Math.floor(random() * 5) }),
    receive: async (who) => {
      const rows = await ofVisitor(who);
      const last = rows.at(-1);
      const mids = rows.map(({ mid }) => mid);
      // A page that confirms says up to where; for another the socket speaks.
      const received = last
        ? random() < 0.5
          ? await markDelivered(app, who.id, last.mid)
          : await markGiven(app, who.id, last.conversation_id, mids)
        : 0;
      if (received === 0) throw new Refused('conflict');
    },
    read: async (who) => {
      const rows = await ofVisitor(who);
      if (rows.length === 0 || (await markRead(app, who.id, pick(rows).mid)) === 0)
        throw new Refused('conflict');
    },
    leave: async (who) => {
      const [row] = await app.db.query<{ id: string }>(
        sql`select id from conversations where visitor_id = ${who.id} order by created_at desc limit 1`,
      );
      await disconnectCustomer(app, row?.id ?? '', { kind: 'system' });
    },
    deadlines: async ({ botId }) => {
      await app.db.transaction(async (tx) => {
        await tx.query(sql`update bots set answer_deadlines = ${json(pick(DEADLINES))} where id = ${botId}`);
        await answersDueAnew(tx, app, botId);
      });
      await app.jobs.runDue();
    },
    time: async () => {
      world.pass(60_000 * (1 + Math.floor(random() * 12)));
      if ((await app.jobs.runDue()) === 0) throw new Refused('conflict');
    },
  };
  const ofVisitor = (who: VisitorIdentity) =>
    app.db.query<{ mid: string; conversation_id: string }>(sql`
      select m.mid, m.conversation_id from messages m join conversations c on c.id = m.conversation_id
      where c.visitor_id = ${who.id} and m.sender in ('agent', 'bot') and not m.note
      order by c.created_at, m.position`);
  /** How often each is drawn: what makes work for the others more often. */
  const deck: string[] = [
    ...Object.keys(byPerson),
    ...Object.keys(byCustomer),
    ...[
      'take',
      'take',
      'give',
      'reply',
      'reply',
      'write',
      'write',
      'write',
      'askForPerson',
      'askForPerson',
      'join',
      'join',
      'join',
      'separate',
      'unread',
      'plan',
      'replan',
      'replan',
      'replan',
      'reopen',
      'reopen',
      'reopen',
      'look',
    ],
  ];

  const accepted: Record<string, number> = {};
  const refused: Record<string, number> = {};

  /** Frames reach an onlooker over a line that loses, doubles and reorders; a gap makes them ask for what is missing. */
  async function deliver(onlooker: Onlooker): Promise<void> {
    const frames = await liveFrames(app, onlooker.by, onlooker.sent);
    const last = frames.at(-1);
    if (last) onlooker.sent = last.name === 'REDACTED' ? (last.to ?? last.seq) : last.seq;
    const arriving = frames.flatMap((frame) => (chance(0.08) ? [] : chance(0.08) ? [frame, frame] : [frame]));
    for (let at = arriving.length - 1; at > 0; at -= 1) {
      const other = at - 1;
      if (chance(0.1))
        [arriving[at], arriving[other]] = [arriving[other] as LoggedFrame, arriving[at] as LoggedFrame];
    }
    for (const frame of arriving) {
      try {
        applyFrame(onlooker.state, frame);
      } catch (error) {
        if (!(error instanceof GapError)) throw error;
        onlooker.gaps += 1;
        await replay(onlooker);
      }
    }
  }

  async function replay(onlooker: Onlooker): Promise<void> {
    const frames = await replayedFrames(app, onlooker.by, onlooker.state.seq);
    // A page at a time, as AUTO_RECONNECT gives them; some of it twice.
    for (const frame of frames) {
      applyFrame(onlooker.state, frame);
      if (chance(0.1)) applyFrame(onlooker.state, frame);
    }
    onlooker.sent = Math.max(onlooker.sent, onlooker.state.seq);
  }

  return {
    onlookers,
    commands: [...new Set(deck)],
    accepted,
    refused,
    async step() {
      const name = pick(deck);
      world.pass(Math.floor(random() * 3) * 500);
      let botId: number;
      try {
        const person = byPerson[name];
        if (person) {
          const by = pick(staff);
          botId = by.link.bot_id;
          const id = await conversationOf(by, name);
          if (!id) return false;
          await person(by, id);
        } else {
          const who = pick(visitors);
          botId = who.botId;
          if (!BEGINS.has(name) && !written.has(who)) return false;
          await byCustomer[name]?.(who);
        }
        accepted[name] = (accepted[name] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const key = `${name}: ${error.code}`;
        refused[key] = (refused[key] ?? 0) + 1;
        return false;
      }
      for (const onlooker of onlookers) {
        // Some lines are slow: their frames come with a later step's.
        if ((name === 'time' || onlooker.by.link.bot_id === botId) && chance(0.6)) await deliver(onlooker);
      }
      return true;
    },
    async catchUp(botId) {
      for (const onlooker of onlookers.filter(({ by }) => by.link.bot_id === botId)) {
        await deliver(onlooker);
        await replay(onlooker);
        // They open a conversation that they have not looked at yet.
        const unopened = [...onlooker.state.cards.keys()].filter((id) => !onlooker.state.messages.has(id));
        for (const id of unopened) if (chance(0.5)) await loadMessages(app, onlooker.by, onlooker.state, id);
      }
    },
  };
}

/** What customers do before they have said anything, and the clock. */
const BEGINS = new Set(['write', 'answerProactive', 'askForPerson', 'time']);

/** Two messages to answer, and one that is switched off. */
async function addProactive({ app }: World, botId: number): Promise<void> {
  const rule = { name: 'R', paths: [], hosts: [], seconds: 1, visit: 1, hours: 'any', every: 1 };
  const rules = ['r1', 'r2', 'off'].map((id) => ({
    ...rule,
    id,
    enabled: id !== 'off',
    text: `¿Ayuda? ${id}`,
  }));
  await app.db.query(sql`
    insert into proactive_rules (bot_id, revision, "on", rules) values (${botId}, 1, true, ${json(rules)})`);
}

/** Rules by turns and with overflow, of few conversations at once: much waits for its team, and is given later. */
async function addRouting({ app }: World, botId: number): Promise<void> {
  const when = ANY_CONVERSATION;
  const rule = {
    name: 'Regla',
    enabled: true,
    skills: NO_SKILLS,
    overflow: ['ventas'],
    strategy: 'round_robin',
  };
  const rules = [
    {
      ...rule,
      id: 'vip',
      when: { ...when, tags: ['vip'] },
      to: { area: 'ventas' },
      overflow: [],
      otherwise: 'all',
    },
    { ...rule, id: 'rest', when, to: { area: 'soporte' }, otherwise: 'team' },
  ];
  const capacity = { total: 2, web: null, whatsapp: null, instagram: null, messenger: null };
  await app.db.query(sql`
    insert into bot_routing (bot_id, revision, rules, capacity, overrides)
    values (${botId}, 1, ${json(rules)}, ${json(capacity)}, '[]')`);
}

/** Conversations of the channels that have no door yet, in every state. */
async function seedOtherChannels(
  world: World,
  botId: number,
  pick: <T>(list: readonly T[]) => T,
): Promise<void> {
  const { db, ids, clock } = world.app;
  for (const state of CONVERSATION_STATES) {
    const leadId = ids();
    await db.query(sql`insert into leads (id, bot_id, name) values (${leadId}, ${botId}, 'Cliente')`);
    for (const channel of CHANNELS) {
      await db.query(sql`
        insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, last_message_date,
          created_at)
        values (${ids()}, ${botId}, ${leadId}, ${state}, ${channel}, ${pick([...AREAS, null])},
          ${
            state === 'active' || state === 'pending'
              ? null
              : sql`(
            select user_id from user_bots where bot_id = ${botId} order by md5(user_id::text || ${channel}::text) limit 1
          )`
          }, 'Cliente', ${clock.now()}, ${clock.now()})`);
    }
  }
}

export const WALK_BOTS: readonly number[] = BOTS;
