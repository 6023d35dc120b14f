/** Macros: one's own and those that everybody at the bot has, each in its order. */
import type { MacroDraft } from '../../../contract/calls/macros.ts';
import type { Macro, MacroSteps } from '../../../contract/entities/macro.ts';
import { MACRO_LIMITS } from '../../../contract/macro-limits.ts';
import { macroFault } from '../../../contract/rules/macro.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine, cleanText } from '../../platform/clean-text.ts';
import {
  isUniqueViolation,
  json,
  type Queryable,
  sql,
  type Transaction,
} from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { touch } from '../../platform/realtime/touch.ts';
import { eraseHeldUploads, holdUploads } from '../../platform/uploads/upload-store.ts';
import { assignee } from '../agents.ts';
import { cleanLabels, cleanLinks } from '../commands/offered.ts';
import { macroById, macroColumns, ofMacro } from '../macro-row.ts';
import { authorOfUser } from '../once.ts';

/** The shared ones, then one's own. */
export async function listMacros(db: Queryable, by: BotSession): Promise<Macro[]> {
  return db.query<Macro>(sql`
    select ${macroColumns} from macros m
    where m.bot_id = ${by.link.bot_id} and (m.shared or m.user_id = ${by.user.id})
    order by m.shared desc, m.position, m.id`);
}

/** Throws `Refused`: conflict when the name is taken; rule for what is no macro, and for one too many. */
export async function createMacro(app: App, by: BotSession, draft: MacroDraft): Promise<Macro> {
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await lockBot(tx, by);
      const { name, steps, buttons, links } = await storable(tx, by, draft, NOTHING);
      const position = await lastPlace(tx, by, draft.shared);
      const id = app.ids();
      await tx.query(sql`
        insert into macros (id, bot_id, user_id, name, steps, buttons, links, shared, position, updated_at)
        values (${id}, ${by.link.bot_id}, ${by.user.id}, ${name}, ${json(steps)}, ${json(buttons)}, ${json(links)}, ${draft.shared},
          ${position}, ${app.clock.now()})`);
      const macro = await written(tx, app, by, id, draft);
      tell(tx, app, by, draft.shared);
      return macro;
    }),
  );
}

/** Throws `Refused`: not_found; conflict; rule, also for a shared one of somebody else and somebody who is no head. */
export async function updateMacro(app: App, by: BotSession, id: string, draft: MacroDraft): Promise<Macro> {
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await lockBot(tx, by);
      const before = await requireMine(tx, by, id);
      const { name, steps, buttons, links } = await storable(tx, by, draft, before);
      // It stands at the end of the others that it comes to.
      const position =
        before.shared === draft.shared ? before.position : await lastPlace(tx, by, draft.shared);
      await tx.query(sql`
        update macros m set name = ${name}, steps = ${json(steps)}, buttons = ${json(buttons)}, links = ${json(links)}, shared = ${draft.shared},
          position = ${position}, revision = m.revision + 1, updated_at = ${app.clock.now()}
        where m.id = ${id}`);
      const macro = await written(tx, app, by, id, draft);
      tell(tx, app, by, before.shared || draft.shared);
      return macro;
    }),
  );
}

/** Its files go with it. Throws as `updateMacro`. */
export async function deleteMacro(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockBot(tx, by);
    const { shared } = await requireMine(tx, by, id);
    await eraseHeldUploads(tx, app, ofMacro(id));
    await tx.query(sql`delete from macros where id = ${id}`);
    tell(tx, app, by, shared);
  });
}

/** Throws `Refused`: rule for the shared ones and somebody who is no head; conflict where there are others than these. */
export async function orderMacros(
  app: App,
  by: BotSession,
  shared: boolean,
  ids: readonly string[],
): Promise<Macro[]> {
  if (shared && !leads(by)) {
    throw new Refused('rule', { message: 'Solo un administrador ordena las macros compartidas.' });
  }
  return app.db.transaction(async (tx) => {
    await lockBot(tx, by);
    const all = (await listMacros(tx, by)).filter((macro) => macro.shared === shared);
    const isAll =
      all.length === ids.length &&
      new Set(ids).size === ids.length &&
      all.every(({ id }) => ids.includes(id));
    if (!isAll) {
      throw new Refused('conflict', {
        message: 'Las macros cambiaron mientras las ordenabas. Inténtalo de nuevo.',
      });
    }
    await tx.query(sql`
      update macros m set position = o.place
      from unnest(${[...ids]}::text[]) with ordinality as o (id, place)
      where m.id = o.id and m.bot_id = ${by.link.bot_id}`);
    tell(tx, app, by, shared);
    return listMacros(tx, by);
  });
}

/** Takes the files that it names; answers it as it is then. */
async function written(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  { attachments }: MacroDraft,
): Promise<Macro> {
  if (attachments) {
    const own = { botId: by.link.bot_id, author: authorOfUser(by.user.id) };
    await holdUploads(tx, app, ofMacro(id), own, attachments);
  }
  const macro = await macroById(tx, by.link.bot_id, id);
  if (!macro) throw new Refused('not_found');
  return macro;
}

const leads = (by: BotSession): boolean => by.viewer.base === 'administrador';

/** Nobody adds or orders one at the bot meanwhile. */
async function lockBot(tx: Transaction, by: BotSession): Promise<void> {
  await tx.query(sql`select id from bots where id = ${by.link.bot_id} for no key update`);
}

/** Tabs that show them ask again: everybody's, or the author's where nobody else has it. */
function tell(tx: Transaction, app: App, by: BotSession, shared: boolean): void {
  touch(tx, app, by.link.bot_id, ['macros'], shared ? {} : { userIds: [by.user.id] });
}

/** The place after all others. Throws rule where there are as many as there may be. */
async function lastPlace(tx: Queryable, by: BotSession, shared: boolean): Promise<number> {
  const all = (await listMacros(tx, by)).filter((macro) => macro.shared === shared);
  const most = shared ? MACRO_LIMITS.shared : MACRO_LIMITS.own;
  if (all.length >= most) {
    const whose = shared ? 'El equipo puede tener' : 'Puedes tener';
    throw new Refused('rule', { message: `${whose} hasta ${most} macros. Elimina una primero.` });
  }
  const [last] = await tx.query<{ position: number }>(sql`
    select coalesce(max(position), 0) as position from macros
    where bot_id = ${by.link.bot_id} and shared = ${shared} and (${shared} or user_id = ${by.user.id})`);
  return (last?.position ?? 0) + 1;
}

async function requireMine(
  tx: Queryable,
  by: BotSession,
  id: string,
): Promise<{ shared: boolean; position: number; files: number; buttons: string[]; links: OfferedLink[] }> {
  const [row] = await tx.query<{
    user_id: number;
    shared: boolean;
    position: number;
    buttons: string[];
    links: OfferedLink[];
    files: number;
  }>(sql`
    select m.user_id, m.shared, m.position, m.buttons, m.links,
      (select count(*)::int from uploads u where u.macro_id = m.id) as files
    from macros m where m.id = ${id} and m.bot_id = ${by.link.bot_id}`);
  if (!row || (row.user_id !== by.user.id && !row.shared)) throw new Refused('not_found');
  if (row.user_id !== by.user.id && !leads(by)) {
    throw new Refused('rule', {
      message: 'Esta macro compartida solo la puede cambiar quien la creó o un administrador.',
    });
  }
  return row;
}

const lines = (tags: readonly string[]) => [...new Set(tags.flatMap((tag) => cleanLine(tag) ?? []))];

/** What a macro's answer carries. */
interface Carried {
  files: number;
  buttons: string[];
  links: OfferedLink[];
}
const NOTHING: Carried = { files: 0, buttons: [], links: [] };

async function storable(
  tx: Queryable,
  by: BotSession,
  draft: MacroDraft,
  before: Carried,
): Promise<{ name: string; steps: MacroSteps; buttons: string[]; links: OfferedLink[] }> {
  const ofField = (field: string, message: string) => new Refused('rule', { message, details: { field } });
  const name = cleanLine(draft.name);
  if (name === null) throw ofField('name', 'Escribe un nombre para la macro.');
  const { text, add_tags, remove_tags, assign } = draft.steps;
  const steps: MacroSteps = {
    ...draft.steps,
    text: text === null ? null : cleanText(text).trim(),
    add_tags: lines(add_tags),
    remove_tags: lines(remove_tags),
  };
  const buttons = cleanLabels(draft.buttons ?? before.buttons);
  const links = cleanLinks(draft.links ?? before.links);
  const fault = macroFault(steps, { files: draft.attachments?.length ?? before.files, buttons, links });
  if (fault) throw ofField(fault.field, fault.message);
  if (assign !== null && assign !== 'me' && !(await assignee(tx, by.link.bot_id, assign.agent_id)))
    throw ofField('assign', 'Esa persona no puede recibir conversaciones de este chatbot.');
  return { name, steps, buttons, links };
}

async function unlessTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'macros_shared') || isUniqueViolation(error, 'macros_own')) {
      throw new Refused('conflict', {
        message: 'Ya existe una macro con este nombre.',
        details: { field: 'name' },
      });
    }
    throw error;
  }
}
