/** Changes of a bot's own fields (PUT /bot/{id}): data, look, what it does by itself, whether it answers at all. */
import type * as z from 'zod/mini';
import { BOT_LIMITS } from '../../contract/bot-limits.ts';
import type { botManageCalls } from '../../contract/calls/bots-manage.ts';
import { type AnswerDeadlines, answerDeadlines } from '../../contract/entities/answer-deadlines.ts';
import type { Bot } from '../../contract/entities/bot.ts';
import { templateName } from '../../contract/states.ts';
import { TEXTS } from '../../contract/texts.ts';
import { keepPhoto, removePhoto, removePhotoAfter, squarePhoto } from '../accounts/photo.ts';
import { switchTemplate } from '../assistant/building/switch-template.ts';
import { changeForms } from '../audit/bot-forms.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { planRuns } from '../billing/access.ts';
import { answersDueAnew } from '../inbox/tell-answer-due.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { botName, botWeb } from './bot-fields.ts';
import { findBot } from './bots.ts';
import { chosenBusinessType } from './business-types.ts';
import { changedForms, deadlineTexts, type FormColumns } from './form-texts.ts';

interface Columns extends FormColumns {
  skill_base_template: string | null;
  business_type: { name?: string; assistant_id: string | null } | null;
  avatar: string | null;
  activated: boolean;
}

type Wish = z.output<NonNullable<typeof botManageCalls.updateBot.body>>;

/** A picture for the chat's head that came with the form is made small first. Throws rule with `details.fields`, unsupported_type, conflict. */
export async function updateBot(
  app: App,
  by: BotSession,
  wish: Wish,
  picture: Buffer | null = null,
): Promise<Bot> {
  const avatar = picture ? await keepPhoto(app, await squarePhoto(picture)) : null;
  try {
    return await app.db.transaction((tx) => change(tx, app, by, wish, avatar));
  } catch (error) {
    await removePhoto(app, avatar);
    throw error;
  }
}

async function change(
  tx: Transaction,
  app: App,
  by: BotSession,
  wish: Wish,
  avatar: string | null,
): Promise<Bot> {
  const botId = by.link.bot_id;
  const [before] = await tx.query<Columns>(sql`
    select bot_name, web, description, skill_base_template, business_type, avatar, color, welcome, position, launcher,
      menu, auto_assign, inactive_after_minutes, close_after_minutes, wait_soon_minutes, wait_late_minutes,
      answer_deadlines, inactive_message, closed_message, returned_message, activated, visits
    from bots where id = ${botId} for update`);
  if (!before) throw new Refused('not_found');
  const after: Columns = { ...before, ...plainFields(wish, before) };
  const business = wish['chatbot[business_type]'];
  if (business !== undefined)
    after.business_type = await chosenBusinessType(tx, business, 'chatbot[business_type]');
  if (avatar !== null) after.avatar = avatar;
  else if (wish['chatbot[avatar]'] !== undefined) after.avatar = null;
  if (after.avatar !== before.avatar) removePhotoAfter(tx, app, before.avatar);
  if (after.activated && !before.activated && !(await planRuns(tx, app, botId)))
    throw new Refused('rule', { message: TEXTS.activateBot });
  await changeForms(
    tx,
    { botId, by: by.user.name, seen: wish['chatbot[revision]'] },
    changedForms(before, after),
  );
  const template = wish['chatbot[skill_base_template]'];
  if (template !== undefined && template !== before.skill_base_template) {
    // Into the draft: customers get it when it is published.
    await switchTemplate(tx, app, by.user, botId, templateName.parse(template));
    after.skill_base_template = template;
  }
  await store(tx, botId, after);
  if (JSON.stringify(deadlineTexts(before)) !== JSON.stringify(deadlineTexts(after)))
    await answersDueAnew(tx, app, botId);
  if (before.visits && !after.visits) await tx.query(sql`delete from visits where bot_id = ${botId}`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'bot',
    id: botId,
    botId,
    before: { ...before, answer_deadlines: null, ...deadlineTexts(before) },
    after: { ...after, answer_deadlines: null, ...deadlineTexts(after) },
  });
  if (before.activated && !after.activated) tx.afterCommit(() => app.bus.publish('botClosed', { botId }));
  const bot = await findBot(tx, app, by.user.id, botId);
  if (!bot) throw new Refused('not_found');
  return bot;
}

/** What the form says without asking the database. */
function plainFields(wish: Wish, before: Columns): Partial<Columns> {
  const given = <K extends keyof Wish, R>(key: K, read: (value: NonNullable<Wish[K]>) => R, kept: R): R => {
    const value = wish[key];
    return value === undefined || value === null ? kept : read(value);
  };
  const text = (value: string) => cleanText(value).trim();
  const yes = (value: string) => value === 'true';
  const name = wish['chatbot[bot_name]'];
  const web = wish['chatbot[web]'];
  return {
    bot_name: name === undefined ? before.bot_name : botName(name, 'chatbot[bot_name]'),
    web: web === undefined ? before.web : botWeb(web, 'chatbot[web]'),
    description: given('chatbot[description]', text, before.description),
    color: wish['chatbot[color]'] ?? before.color,
    welcome: given('chatbot[welcome]', text, before.welcome) || before.welcome,
    position: wish['chatbot[position]'] ?? before.position,
    launcher: given('chatbot[launcher]', (value) => cleanLine(value) ?? '', before.launcher),
    menu: wish['chatbot[menu]'] ?? before.menu,
    auto_assign: given('chatbot[auto_assign]', yes, before.auto_assign),
    inactive_after_minutes: given(
      'chatbot[inactive_after_minutes]',
      (value) => timer(value, 'chatbot[inactive_after_minutes]'),
      before.inactive_after_minutes,
    ),
    close_after_minutes: given(
      'chatbot[close_after_minutes]',
      (value) => timer(value, 'chatbot[close_after_minutes]'),
      before.close_after_minutes,
    ),
    ...waits(wish, before),
    answer_deadlines: deadlines(wish, before),
    inactive_message: given('chatbot[inactive_message]', text, before.inactive_message),
    closed_message: given('chatbot[closed_message]', text, before.closed_message),
    returned_message: given('chatbot[returned_message]', text, before.returned_message),
    activated: given('chatbot[activated]', yes, before.activated),
    visits: given('chatbot[visits]', yes, before.visits),
  };
}

/** Minutes; empty: never. Throws rule at the field. */
function timer(typed: string, field: string): number | null {
  if (typed === '') return null;
  const minutes = Number(typed);
  if (minutes < 1 || minutes > BOT_LIMITS.timerMinutes)
    throw fieldFault(field, 'Elige un tiempo de entre 1 minuto y 30 días.');
  return minutes;
}

/** Throws rule at the field: both are times, the second the longer one. */
function waits(wish: Wish, before: Columns): Pick<Columns, 'wait_soon_minutes' | 'wait_late_minutes'> {
  const read = (key: 'wait_soon_minutes' | 'wait_late_minutes'): number => {
    const field = `chatbot[${key}]` as const;
    const typed = wish[field];
    const minutes = typed === undefined ? before[key] : timer(typed, field);
    if (minutes === null) throw fieldFault(field, 'Elige un tiempo.');
    return minutes;
  };
  const [soon, late] = [read('wait_soon_minutes'), read('wait_late_minutes')];
  if (late <= soon) throw fieldFault('chatbot[wait_late_minutes]', 'Debe ser más largo que el primero.');
  return { wait_soon_minutes: soon, wait_late_minutes: late };
}

/** They are set as a whole. Throws rule at the field. */
function deadlines(wish: Wish, before: Columns): AnswerDeadlines {
  const field = 'chatbot[answer_deadlines]';
  const given = wish[field];
  if (given === undefined) return before.answer_deadlines;
  const parsed = answerDeadlines.safeParse(parsedJson(given));
  if (parsed.success) return parsed.data;
  throw fieldFault(field, 'Elige plazos de entre 1 minuto y 30 días, y un aviso entre el 1 % y el 99 %.');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // What is no JSON is refused as what is no deadline.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function store(tx: Transaction, botId: number, after: Columns): Promise<void> {
  await tx.query(sql`
    update bots set bot_name = ${after.bot_name}, web = ${after.web}, description = ${after.description},
      skill_base_template = ${after.skill_base_template}, avatar = ${after.avatar}, color = ${after.color},
      business_type = ${after.business_type ? json(after.business_type) : null}, welcome = ${after.welcome},
      position = ${after.position}, launcher = ${after.launcher}, menu = ${after.menu},
      auto_assign = ${after.auto_assign}, inactive_after_minutes = ${after.inactive_after_minutes},
      close_after_minutes = ${after.close_after_minutes}, wait_soon_minutes = ${after.wait_soon_minutes},
      wait_late_minutes = ${after.wait_late_minutes}, answer_deadlines = ${json(after.answer_deadlines)},
      inactive_message = ${after.inactive_message},
      closed_message = ${after.closed_message}, returned_message = ${after.returned_message},
      activated = ${after.activated}, visits = ${after.visits}
    where id = ${botId}`);
}
