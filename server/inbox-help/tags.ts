/** Tags for a conversation that ends, of those that the bot's conversations have: each is for the agent to accept. */
import * as z from 'zod/mini';
import { HELP_LIMITS, type HelpedTags } from '../../contract/entities/inbox-help.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { visibleTo } from '../inbox/viewer.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { type Asking, askHelp, helpMessages } from './help.ts';
import { readTalk } from './talk.ts';

/** Conversations, the newest, whose tags count; and how many of these the model chooses from. */
const RECENT = 5_000;
const OFFERED = 60;
const ANSWER_TOKENS = 150;
const MOST_NAMED = 50;

const answer = z.object({ etiquetas: z.array(z.string()).check(z.maxLength(MOST_NAMED)) });

/** Throws not_found for a conversation that the caller does not see. */
export async function proposeTags(asking: Asking, id: string): Promise<HelpedTags> {
  const { app, by } = asking;
  const { row, lines } = await readTalk(app, by, id);
  if (lines.length === 0) return { tags: null, reason: 'Todavía no se ha dicho nada.' };
  const used = await tagsInUse(app.db, by.link.bot_id, by.viewer);
  const fitting = new Map(
    used.filter((tag) => !row.tags.includes(tag)).map((tag, at) => [`e${at + 1}`, tag]),
  );
  if (fitting.size === 0) return { tags: null, reason: 'No hay otras etiquetas en uso que proponer.' };
  const ids = [...fitting.keys()];
  const proposed = await askHelp(asking, {
    messages: helpMessages(
      [
        'Clasificas conversaciones de un negocio: dices cuáles de sus etiquetas describen una que termina.',
        `Elige de la lista por su id, a lo más ${HELP_LIMITS.tags}, las más exactas primero. Ante la duda, ninguna.`,
      ],
      '{"etiquetas": ["e1"]}',
      { Etiquetas: [...fitting].map(([id, etiqueta]) => ({ id, etiqueta })), Conversación: lines },
    ),
    form: {
      name: 'etiquetas',
      properties: { etiquetas: { type: 'array', items: { type: 'string', enum: ids } } },
    },
    schema: answer,
    answerTokens: ANSWER_TOKENS,
    // What it made up is no tag of the bot's.
    read: ({ etiquetas }) => ({
      tags: [...new Set(etiquetas)].flatMap((id) => fitting.get(id) ?? []).slice(0, HELP_LIMITS.tags),
    }),
  });
  return 'reason' in proposed ? { tags: null, reason: proposed.reason } : { ...proposed, reason: null };
}

/** The tags of those among the bot's newest conversations that the caller sees, the most used first. */
async function tagsInUse(db: Queryable, botId: number, viewer: Viewer): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(sql`
    select t.tag from (
      select n.state, n.category, n.agent_id, n.tags from conversations n where n.bot_id = ${botId}
      order by n.last_message_date desc, n.id collate "C" desc limit ${RECENT}
    ) c cross join lateral jsonb_array_elements_text(c.tags) as t (tag)
    where ${visibleTo(viewer)} group by t.tag order by count(*) desc, t.tag limit ${OFFERED}`);
  return rows.map(({ tag }) => tag);
}
