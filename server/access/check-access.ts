/**
 * Enforces a call's access rule. Whatever belongs to another tenant answers 404 like what does not exist; what one's
 * role may not do at one's own bot answers 403.
 */
import type { FastifyRequest } from 'fastify';
import { type Access, modulesOf } from '../../contract/calls/call.ts';
import { SECOND_FACTOR_TEXTS } from '../../contract/entities/second-factor.ts';
import type { UserBot } from '../../contract/entities/user.ts';
import { allows } from '../../contract/permissions.ts';
import { type SightFacts, sees } from '../../machines/inbox/sight.ts';
import { authenticate } from '../accounts/authenticate.ts';
import type { App } from '../platform/app.ts';
import { raw, type Sql, sql } from '../platform/database/database.ts';
import type { EntityRule } from '../platform/domain.ts';
import type { CallInput, Place } from '../platform/http/gate.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { findLink, viewerOf } from './links.ts';

export type EntityRules = ReadonlyMap<string, EntityRule>;

const NO_CONVERSATION = 'null::text as state, null::text as category, null::int as agent_id';

/** The session, null for public calls. Throws unauthorized. */
export async function requireSession(
  app: App,
  rule: Access,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Session | null> {
  if (rule.kind === 'public') return null;
  const session = await authenticate(app, request.headers);
  if (!session) throw new Refused('unauthorized');
  return session;
}

/**
 * Checks the rule for this session and input. Throws not_found or forbidden.
 * @param seen also a call that changes something needs sight of what it is about
 */
export async function requirePlace(
  app: Pick<App, 'db'>,
  entities: EntityRules,
  rule: Access,
  session: Session | null,
  input: CallInput,
  seen?: 'seen',
): Promise<Place> {
  const nowhere: Place = { link: null, viewer: null };
  if (rule.kind === 'public' || rule.kind === 'session') return nowhere;
  if (!session) throw new Refused('unauthorized');
  if (rule.kind === 'staff') {
    if (!session.user.staff) throw new Refused('forbidden');
    return nowhere;
  }
  const named = valueAt(input[rule.in], rule.name);
  if (rule.kind === 'self') {
    if (named !== session.user.id) throw new Refused('not_found');
    return nowhere;
  }
  if (rule.kind === 'linked') {
    const { self } = rule;
    if (self && valueAt(input[self.in], self.name) !== session.user.id) throw new Refused('not_found');
    const own = typeof named === 'number' ? await findLink(app.db, session.user.id, named) : null;
    if (!own) throw new Refused('not_found');
    refuseWithoutFactor(own);
    return { link: own, viewer: viewerOf(own) };
  }
  if (rule.kind === 'bot_if_named' && named === undefined) return nowhere;
  const target =
    rule.kind === 'entity'
      ? await findEntity(app, entities.get(rule.entity), named)
      : { botId: named, facts: null };
  if (typeof target?.botId !== 'number') throw new Refused('not_found');
  const link = await findLink(app.db, session.user.id, target.botId);
  if (!link) throw new Refused('not_found');
  refuseWithoutFactor(link);
  if (!modulesOf(rule).some((module) => allows(link.role.permissions, module, rule.permission)))
    throw new Refused('forbidden');
  const viewer = viewerOf(link);
  // Reading is decided here. A change is not: the second one must learn who has it, not that it does not exist.
  if (target.facts && (seen || rule.permission === 'read') && !sees(viewer, target.facts))
    throw new Refused('not_found');
  return { link, viewer };
}

/** An administrator whom the bot asks for a second factor does nothing there without it; the refusal says why. */
function refuseWithoutFactor(link: UserBot): void {
  if (!link.second_factor_due) return;
  throw new Refused('forbidden', {
    message: SECOND_FACTOR_TEXTS.required,
    details: { reason: 'second_factor' },
  });
}

/** The value at a dotted path. */
function valueAt(part: unknown, path: string): unknown {
  let value = part;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Where an entity stands: the rule as a statement. tests/typed-rows compares it with the schema for each rule. */
export function entityStatement(
  { from, id: column, bot, conversation: c }: EntityRule,
  id: string | number,
): Sql {
  const facts = c ? `${c}.state, ${c}.category, ${c}.agent_id` : NO_CONVERSATION;
  return sql`select ${raw(`${bot} as bot_id, ${facts} from ${from} where ${column}`)} = ${id}`;
}

async function findEntity(
  app: Pick<App, 'db'>,
  rule: EntityRule | undefined,
  id: unknown,
): Promise<{ botId: number | null; facts: SightFacts | null } | null> {
  if (!rule) throw new Error('A call names an entity that no domain has');
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const [row] = await app.db.query<
    { bot_id: number | null; state: SightFacts['state'] | null } & Omit<SightFacts, 'state'>
  >(entityStatement(rule, id));
  if (!row) return null;
  const { bot_id, state, category, agent_id } = row;
  return { botId: bot_id, facts: state === null ? null : { state, category, agent_id } };
}
