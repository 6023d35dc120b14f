/**
 * The draft of a bot in the database (docs/decisions/0016). An edit locks the draft's row, changes the document and
 * writes the audit, all in one transaction: two people's edits come one after the other, and what fails changes
 * nothing.
 */
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { type AuditDraft, writeAudit } from '../../audit/write-audit.ts';
import type { App } from '../../platform/app.ts';
import { json, type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession, Session } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { BotModel } from '../engine/bot-model.ts';
import { blankModel } from './blank-model.ts';
import type { Draft, Touched } from './draft.ts';
import { touchedBy } from './touched.ts';

/** What an edit leaves in the audit; ids and bot are filled in. */
export type AuditNote = Pick<AuditDraft, 'type' | 'id' | 'before' | 'after'>;

interface DraftRow {
  bot_name: string;
  draft: unknown;
  revision: number | null;
  touched: Touched | null;
  model: unknown;
  version: number | null;
}

/** The draft as it is; a bot that says nothing yet has a blank one. Throws not_found without the bot. */
export async function readDraft(db: Queryable, botId: number): Promise<Draft> {
  const [row] = await db.query<DraftRow>(sql`
    select b.bot_name, d.model as draft, d.revision, d.touched, m.model, m.version
    from bots b left join bot_models m on m.bot_id = b.id left join bot_drafts d on d.bot_id = b.id
    where b.id = ${botId}`);
  if (!row) throw new Refused('not_found');
  const published = row.model === null ? null : BotModel.parse(row.model);
  const model = row.draft === null ? (published ?? blankModel(row.bot_name)) : BotModel.parse(row.draft);
  const { revision, touched, version } = row;
  return {
    botId,
    model,
    revision: revision ?? 0,
    touched: touched ?? {},
    published,
    publishedVersion: version ?? 0,
  };
}

/** The draft with its row locked until the transaction ends; the row is made if there is none. */
export async function lockDraft(tx: Transaction, app: App, botId: number): Promise<Draft> {
  const draft = await readDraft(tx, botId);
  await tx.query(sql`
    insert into bot_drafts (bot_id, model, revision, updated_at)
    values (${botId}, ${json(draft.model)}, 0, ${app.clock.now()}) on conflict (bot_id) do nothing`);
  await tx.query(sql`select 1 from bot_drafts where bot_id = ${botId} for update`);
  // Read again: somebody else's edit may have come between.
  return readDraft(tx, botId);
}

/** Throws conflict when the draft is no longer the one that the caller saw. */
export function requireRevision(draft: Draft, seen: number | undefined): void {
  if (seen === undefined || seen === draft.revision) return;
  throw new Refused('conflict', {
    message: 'El borrador cambió mientras tanto. Revisa los cambios e inténtalo nuevamente.',
    details: { revision: draft.revision },
  });
}

/** Writes the document; answers its new revision. Throws rule when it has grown too large. */
export async function storeDraft(
  tx: Transaction,
  app: App,
  by: Session['user'],
  draft: Draft,
  model: BotModel,
): Promise<number> {
  requireRoom(model);
  const revision = draft.revision + 1;
  const next = BotModel.parse(model);
  const touched = touchedBy(draft, next, { revision, by: by.name });
  await tx.query(sql`
    update bot_drafts set model = ${json(next)}, revision = ${revision}, touched = ${json(touched)},
      updated_at = ${app.clock.now()}, updated_by = ${by.id}, updated_by_name = ${by.name}
    where bot_id = ${draft.botId}`);
  touch(tx, app, draft.botId, ['draft']);
  return revision;
}

/**
 * One edit.
 * @param work changes the model that it is given, in place; throws `Refused` to leave all as it was
 * @param also what else is written in the same transaction
 */
export async function editDraft<R>(
  app: App,
  { user, link }: BotSession,
  work: (model: BotModel, draft: Draft) => { result: R; audits: AuditNote[] },
  also?: (tx: Transaction) => Promise<void>,
): Promise<{ result: R; revision: number; draft: Draft }> {
  const botId = link.bot_id;
  return app.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, app, botId);
    const model = structuredClone(draft.model);
    const { result, audits } = work(model, draft);
    const revision = await storeDraft(tx, app, user, draft, model);
    for (const note of audits) await writeAudit(tx, app, { ...note, by: user, botId });
    await also?.(tx);
    return { result, revision, draft: { ...draft, model, revision } };
  });
}

const TOO_MANY: readonly [
  keyof Pick<BotModel, 'nodes' | 'intents' | 'entities' | 'synonyms'>,
  number,
  string,
][] = [
  ['nodes', BOT_LIMITS.botNodes, 'interacciones'],
  ['intents', BOT_LIMITS.botIntents, 'intenciones'],
  ['entities', BOT_LIMITS.botEntities, 'entidades'],
  ['synonyms', BOT_LIMITS.botSynonyms, 'grupos de sinónimos'],
];

/** Throws rule for a document that holds more than a bot may. */
export function requireRoom(model: BotModel): void {
  for (const [part, most, name] of TOO_MANY) {
    if ((model[part]?.length ?? 0) > most)
      throw new Refused('rule', { message: `Un chatbot puede tener hasta ${most} ${name}.` });
  }
  const examples = model.intents.reduce((sum, intent) => sum + intent.examples.length, 0);
  if (examples > BOT_LIMITS.botExamplesTotal) {
    throw new Refused('rule', {
      message: `Un chatbot puede tener hasta ${BOT_LIMITS.botExamplesTotal} frases de ejemplo en total.`,
    });
  }
}
