/** Conversations in which a person of the team answered, as far as the viewer sees them. */
import type { TalkMessage, TalkSource } from '../../assistant/unanswered/team-answers.ts';
import { sql } from '../../platform/database/database.ts';
import { visibleTo } from '../viewer.ts';

/** The newest so many talks, and of each the last so many messages. */
const TALKS = 150;
const MESSAGES = 60;

const FROM: Record<string, TalkMessage['from']> = { Cliente: 'customer', bot: 'bot', agent: 'agent' };

interface Row {
  conversation_id: string;
  names: string[];
  sender: string;
  text: string;
  pressed: boolean;
  agent_name: string | null;
  created_at: string;
}

/**
 * The newest talks since then in which somebody of the team answered, with what was said, as far as the viewer
 * sees them.
 */
export const readAnsweredTalks: TalkSource = async (db, botId, viewer, since) => {
  const rows = await db.query<Row>(sql`
    with talks as (
      select c.id, array_remove(array[c.lead_name, c.custom_name], null) as names, c.last_message_date
      from conversations c
      where c.bot_id = ${botId} and c.last_message_date >= ${since} and ${visibleTo(viewer)}
        and exists (
          select 1 from messages a where a.conversation_id = c.id and a.sender = 'agent' and not a.note)
      order by c.last_message_date desc, c.id limit ${TALKS})
    select t.id as conversation_id, t.names, m.sender, m.text, m.pressed, u.name as agent_name, m.created_at
    from talks t
    cross join lateral (
      select a.sender, a.text, a.buttons <> '[]'::jsonb as pressed, a.agent_id, a.created_at, a.position
      from messages a
      where a.conversation_id = t.id and not a.note and a.sender in ('Cliente', 'bot', 'agent')
      order by a.position desc limit ${MESSAGES}) m
    left join users u on u.id = m.agent_id
    order by t.last_message_date desc, t.id, m.position`);
  const talks = new Map<string, { names: string[]; messages: TalkMessage[] }>();
  for (const { conversation_id, names, sender, text, pressed, agent_name, created_at } of rows) {
    const from = FROM[sender];
    if (!from) continue;
    const talk = talks.get(conversation_id) ?? { names, messages: [] };
    talks.set(conversation_id, talk);
    talk.messages.push({ from, text, pressed, agentName: agent_name, at: created_at });
  }
  return [...talks.values()];
};
