-- How soon a conversation is to be seen to, as somebody marked it; null: nobody did, as of all that were there before.
alter table conversations add column priority text check (priority in ('low', 'medium', 'high', 'urgent'));
-- Few have one: who lists them does not walk through all the others.
create index conversations_priority on conversations (bot_id, priority, state, last_message_date desc, id)
  where priority is not null;
