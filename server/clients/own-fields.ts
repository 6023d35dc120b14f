/** The list of a bot's own fields of clients: adding, naming, their order, removing. */
import type { OwnField } from '../../contract/entities/lead-field.ts';
import { OWN_FIELD_LIMITS, type OwnFieldType } from '../../contract/rules/own-field-limits.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isUniqueViolation, json, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { requireHead } from './heads-alone.ts';

const CHANGE = 'cambiar los campos de los clientes';

export interface NewOwnField {
  key?: string | undefined;
  label: string;
  type: OwnFieldType;
  options?: readonly string[] | undefined;
}

/** 'Fecha de compra' → fecha_de_compra. */
export function keyOf(label: string): string {
  const plain = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, OWN_FIELD_LIMITS.key);
  return plain || 'campo';
}

function readOptions(type: OwnFieldType, given: readonly string[] | undefined): string[] {
  const options = [...new Set((given ?? []).flatMap((option) => cleanLine(option) ?? []))];
  if (type === 'list' && options.length === 0) throw fieldFault('options', 'Escribe al menos una opción.');
  return type === 'list' ? options : [];
}

function readLabel(label: string): string {
  const line = cleanLine(label);
  if (line === null) throw fieldFault('label', 'Escribe un nombre.');
  return line;
}

/** In the caller's transaction. Throws rule at a field, conflict for a key that is there or one field too many. */
export async function insertOwnField(
  tx: Transaction,
  app: Pick<App, 'ids' | 'clock' | 'bus'>,
  by: Pick<BotSession, 'user' | 'link'>,
  wish: NewOwnField,
): Promise<OwnField> {
  const botId = by.link.bot_id;
  const label = readLabel(wish.label);
  const key = wish.key === undefined || wish.key === '' ? keyOf(label) : wish.key;
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(key)) {
    throw fieldFault('key', 'La clave lleva letras minúsculas, números y guion bajo.');
  }
  // Two at once wait for each other here.
  await tx.query(sql`select id from bots where id = ${botId} for no key update`);
  const known = await ownFieldsOf(tx, botId);
  if (known.filter(({ catalogue }) => !catalogue).length >= OWN_FIELD_LIMITS.fields) {
    throw new Refused('conflict', {
      message: `Un chatbot puede tener hasta ${OWN_FIELD_LIMITS.fields} campos.`,
    });
  }
  if (known.some((field) => field.key === key)) {
    throw new Refused('conflict', {
      message: 'Ya existe un campo con ese nombre.',
      details: { fields: { label: 'Ya existe un campo con ese nombre.' } },
    });
  }
  const field: OwnField = {
    id: app.ids(),
    bot_id: botId,
    key,
    label,
    type: wish.type,
    options: readOptions(wish.type, wish.options),
  };
  await tx.query(sql`
    insert into lead_fields (id, bot_id, key, label, type, options, created_at, place)
    values (${field.id}, ${botId}, ${key}, ${label}, ${field.type}, ${json(field.options)}, ${app.clock.now()},
      (select coalesce(max(place), 0) + 1 from lead_fields where bot_id = ${botId}))`);
  touch(tx, app, botId, ['leads']);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'lead_field',
    id: field.id,
    botId,
    before: null,
    after: { key, label, type: field.type, options: field.options },
  });
  return field;
}

/** Throws forbidden for agents, and as `insertOwnField`. */
export async function addOwnField(app: App, by: BotSession, wish: NewOwnField): Promise<OwnField> {
  requireHead(by, CHANGE);
  try {
    return await app.db.transaction((tx) => insertOwnField(tx, app, by, wish));
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new Refused('conflict', { message: 'Ya existe un campo con ese nombre.' });
    }
    throw error;
  }
}

async function lockField(tx: Transaction, by: BotSession, id: string): Promise<OwnField> {
  const [field] = await tx.query<OwnField>(sql`
    select id, bot_id, key, label, type, options from lead_fields
    where id = ${id} and bot_id = ${by.link.bot_id} for update`);
  if (!field) throw new Refused('not_found');
  return field;
}

/** Changes a field's label and its options. Throws not_found, rule. */
export async function updateOwnField(
  app: App,
  by: BotSession,
  id: string,
  wish: Pick<NewOwnField, 'label' | 'options'>,
): Promise<OwnField> {
  requireHead(by, CHANGE);
  return app.db.transaction(async (tx) => {
    const before = await lockField(tx, by, id);
    const after = {
      ...before,
      label: readLabel(wish.label),
      options: wish.options === undefined ? before.options : readOptions(before.type, wish.options),
    };
    await tx.query(sql`
      update lead_fields set label = ${after.label}, options = ${json(after.options)} where id = ${id}`);
    touch(tx, app, by.link.bot_id, ['leads']);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead_field',
      id,
      botId: before.bot_id,
      before: { label: before.label, options: before.options },
      after: { label: after.label, options: after.options },
    });
    return after;
  });
}

/** Those that were added, in a new order. Throws conflict when the bot has others than these. */
export async function orderOwnFields(app: App, by: BotSession, ids: readonly string[]): Promise<OwnField[]> {
  requireHead(by, CHANGE);
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    // Nobody adds one meanwhile.
    await tx.query(sql`select id from bots where id = ${botId} for no key update`);
    const before = (await ownFieldsOf(tx, botId)).filter(({ catalogue }) => !catalogue);
    if (
      before.length !== ids.length ||
      new Set(ids).size !== ids.length ||
      before.some(({ id }) => !ids.includes(id))
    ) {
      throw new Refused('conflict', {
        message: 'Los campos cambiaron mientras los ordenabas. Inténtalo de nuevo.',
      });
    }
    await tx.query(sql`
      update lead_fields f set place = o.place
      from unnest(${[...ids]}::text[]) with ordinality as o (id, place) where f.id = o.id and f.bot_id = ${botId}`);
    touch(tx, app, botId, ['leads']);
    const labels = (list: readonly string[]) =>
      list.map((id) => before.find((field) => field.id === id)?.label ?? '');
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead_field',
      id: 'order',
      botId,
      before: { order: labels(before.map(({ id }) => id)) },
      after: { order: labels(ids) },
    });
    return ownFieldsOf(tx, botId);
  });
}

/** With every value of it. */
export async function deleteOwnField(app: App, by: BotSession, id: string): Promise<void> {
  requireHead(by, CHANGE);
  await app.db.transaction(async (tx) => {
    const field = await lockField(tx, by, id);
    await tx.query(sql`
      update leads set fields = fields - ${field.key}::text
      where bot_id = ${field.bot_id} and fields ? ${field.key}::text`);
    await tx.query(sql`delete from lead_fields where id = ${id}`);
    touch(tx, app, by.link.bot_id, ['leads']);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'lead_field',
      id,
      botId: field.bot_id,
      before: { key: field.key, label: field.label },
      after: null,
    });
  });
}
