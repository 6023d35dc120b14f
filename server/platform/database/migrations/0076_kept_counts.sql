-- How many conversations a bot has by what sight and the counters judge stands beside them: a counter adds up a few hundred
-- rows, however many conversations there are. Every change is a row of its own, so that nobody waits for anybody; a job
-- adds them up (server/inbox/kept-counts.ts).

create table conversation_counts (
  bot_id integer not null,
  state text not null check (state in ('active', 'pending', 'taken', 'inactive', 'closed', 'archived')),
  channel text not null check (channel in ('web', 'whatsapp', 'instagram', 'messenger')),
  category text,
  agent_id integer,
  count integer not null,
  unique nulls not distinct (bot_id, state, channel, category, agent_id)
);

create table conversation_count_changes (
  bot_id integer not null,
  state text not null check (state in ('active', 'pending', 'taken', 'inactive', 'closed', 'archived')),
  channel text not null check (channel in ('web', 'whatsapp', 'instagram', 'messenger')),
  category text,
  agent_id integer,
  count integer not null
);
create index conversation_count_changes_bot on conversation_count_changes (bot_id);

create function note_conversation() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into conversation_count_changes values (old.bot_id, old.state, old.channel, old.category, old.agent_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into conversation_count_changes values (new.bot_id, new.state, new.channel, new.category, new.agent_id, 1);
  end if;
  return null;
end $$;

create trigger conversations_noted after insert or delete on conversations
for each row execute function note_conversation();

create trigger conversations_noted_anew after update of bot_id, state, channel, category, agent_id on conversations
for each row when (
  (old.bot_id, old.state, old.channel, old.category, old.agent_id)
  is distinct from (new.bot_id, new.state, new.channel, new.category, new.agent_id)
) execute function note_conversation();

-- After the triggers, whose making waits for who writes and lets nobody else: what is written meanwhile would be missed.
insert into conversation_counts
select bot_id, state, channel, category, agent_id, count(*)::int from conversations group by 1, 2, 3, 4, 5;
