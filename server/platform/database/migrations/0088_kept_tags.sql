-- How many conversations carry each tag stands beside those of their states (migration 0076): a row of its own for each tag,
-- with the same facts; without a tag it is the conversation itself. What a conversation carries twice counts once.

alter table conversation_counts add column tag text;
alter table conversation_counts drop constraint conversation_counts_bot_id_state_channel_category_agent_id_key;
alter table conversation_counts add unique nulls not distinct (bot_id, tag, state, channel, category, agent_id);
alter table conversation_count_changes add column tag text;

create or replace function note_conversation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into conversation_count_changes values (old.bot_id, old.state, old.channel, old.category, old.agent_id, -1, null);
    if old.tags <> '[]' then
      insert into conversation_count_changes
      select old.bot_id, old.state, old.channel, old.category, old.agent_id, -1, t.tag
      from (select distinct jsonb_array_elements_text(old.tags) as tag) t;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_count_changes values (new.bot_id, new.state, new.channel, new.category, new.agent_id, 1, null);
    if new.tags <> '[]' then
      insert into conversation_count_changes
      select new.bot_id, new.state, new.channel, new.category, new.agent_id, 1, t.tag
      from (select distinct jsonb_array_elements_text(new.tags) as tag) t;
    end if;
  end if;
  return null;
end $$;

drop trigger conversations_noted_anew on conversations;
create trigger conversations_noted_anew after update of bot_id, state, channel, category, agent_id, tags on conversations
for each row when (
  (old.bot_id, old.state, old.channel, old.category, old.agent_id, old.tags)
  is distinct from (new.bot_id, new.state, new.channel, new.category, new.agent_id, new.tags)
) execute function note_conversation();

-- After the trigger, whose making waits for who writes and lets nobody else.
insert into conversation_counts (bot_id, state, channel, category, agent_id, count, tag)
select c.bot_id, c.state, c.channel, c.category, c.agent_id, count(*)::int, t.tag
from conversations c cross join lateral (select distinct jsonb_array_elements_text(c.tags) as tag) t
where c.tags <> '[]' group by 1, 2, 3, 4, 5, 7;

-- What was said in a bot, newest first (`GET session_logs`): without it every page sorted all of it.
create index messages_recent on messages (bot_id, created_at desc);

-- The conversations of clients who carry a tag.
create index leads_tagged on leads using gin (bot_id, tags) where tags <> '[]';

-- Nothing asks for events by their moment: a log is read by its numbers.
drop index events_at;
