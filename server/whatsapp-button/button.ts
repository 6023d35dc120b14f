/** A bot's WhatsApp button as its owners set it: kept as a whole, one row a bot. */

import type { WhatsAppButton, WhatsAppButtonSettings } from '../../contract/entities/whatsapp-button.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { buttonFaults, buttonTexts, FIRST_BUTTON } from '../../contract/whatsapp-button/button.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { json, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { editConflict } from '../platform/http/edit-conflict.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';

interface Kept {
  revision: number;
  button: WhatsAppButton;
  updated_by_name: string | null;
}

/** As sites use it; null: there is none, or it is switched off. */
export async function readShownButton(db: Queryable, botId: number): Promise<WhatsAppButton | null> {
  const [row] = await db.query<Pick<Kept, 'button'>>(
    sql`select button from whatsapp_buttons where bot_id = ${botId} and "on"`,
  );
  return row?.button ?? null;
}

/** As its settings show it, with the bot's connected numbers. */
export async function readButton(db: Queryable, botId: number): Promise<WhatsAppButtonSettings> {
  const [row] = await db.query<Pick<Kept, 'revision' | 'button'>>(
    sql`select revision, button from whatsapp_buttons where bot_id = ${botId}`,
  );
  const numbers = await db.query<{ name: string; phone: string | null }>(sql`
    select name, facts ->> 'phone' as phone from connections
    where bot_id = ${botId} and provider = 'whatsapp' order by created_at, id`);
  const { revision, button } = row ?? { revision: 0, button: FIRST_BUTTON };
  const connected = numbers.flatMap(({ name, phone }) => {
    const read = readPhone(phone ?? '');
    return read === null ? [] : [{ name, phone: read }];
  });
  return { bot_id: botId, revision, button, connected };
}

/** Saves it over what was seen. Throws conflict when somebody saved since; rule with `details.fields`. */
export async function saveButton(
  app: App,
  by: BotSession,
  wish: { revision: number; button: WhatsAppButton },
): Promise<WhatsAppButtonSettings> {
  const botId = by.link.bot_id;
  const button = cleaned(wish.button);
  const [fault] = Object.entries(buttonFaults(button));
  if (fault) throw fieldFault(...fault);
  await app.db.transaction(async (tx) => {
    const kept = await lockButton(tx, botId);
    const before = buttonTexts(kept.button);
    if (wish.revision !== kept.revision) {
      const theirs = Object.entries(before).map(([field, value]) => ({ field, value }));
      throw editConflict({ revision: kept.revision, by: kept.updated_by_name, theirs }, 'save');
    }
    const row = sql`${kept.revision + 1}, ${button.on}, ${json(button)}, ${by.user.name}`;
    await tx.query(sql`
      insert into whatsapp_buttons (bot_id, revision, "on", button, updated_by_name) values (${botId}, ${row})
      on conflict (bot_id) do update set revision = excluded.revision, "on" = excluded."on",
        button = excluded.button, updated_by_name = excluded.updated_by_name`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'whatsapp_button',
      id: botId,
      botId,
      before,
      after: buttonTexts(button),
    });
  });
  return readButton(app.db, botId);
}

/** The bot's row is the lock: who saves first has none of their own yet. */
async function lockButton(tx: Transaction, botId: number): Promise<Kept> {
  const [bot] = await tx.query(sql`select id from bots where id = ${botId} for no key update`);
  if (!bot) throw new Refused('not_found');
  const [row] = await tx.query<Kept>(sql`
    select revision, button, updated_by_name from whatsapp_buttons where bot_id = ${botId}`);
  return row ?? { revision: 0, button: FIRST_BUTTON, updated_by_name: null };
}

/** What was typed, as it is kept: names on one line, texts without what no database takes. */
function cleaned(button: WhatsAppButton): WhatsAppButton {
  const text = (typed: string) => cleanText(typed).trim();
  const line = (typed: string) => cleanLine(typed) ?? '';
  return {
    ...button,
    label: line(button.label),
    greeting: line(button.greeting),
    closed_note: line(button.closed_note),
    closed_text: text(button.closed_text),
    places: { ...button.places, paths: button.places.paths.map(line).filter((path) => path !== '') },
    contacts: button.contacts.map((contact) => ({
      ...contact,
      name: line(contact.name),
      phone: readPhone(contact.phone) ?? contact.phone,
      text: text(contact.text),
    })),
  };
}
