-- A search reads an index of the three-letter parts of what was said and of names, not every message of a bot
-- (server/inbox/queries/search.ts). Lists are read in their order, and what they narrow to lies in an index of its own.

create extension if not exists pg_trgm;
-- A bot's number in the same index: a search in one bot does not read the words of two thousand.
create extension if not exists btree_gin;

-- What waits to be sorted in stays small, so that nobody's message pays for much of it.
create index messages_plain on messages using gin (bot_id, plain gin_trgm_ops)
with (gin_pending_list_limit = 512) where sender <> 'system';
create index conversations_plain on conversations using gin (bot_id, plain gin_trgm_ops)
with (gin_pending_list_limit = 512);
create index leads_found on leads using gin (bot_id, plain gin_trgm_ops, phone_digits gin_trgm_ops, rut_plain gin_trgm_ops)
with (gin_pending_list_limit = 512);

create index conversations_recent on conversations (bot_id, last_message_date desc, (id collate "C"));
create index conversations_tagged on conversations using gin (bot_id, tags) where tags <> '[]';
create index conversations_unread on conversations (bot_id, state, last_message_date desc)
where unread or pending_messages_count > 0;
create index conversations_snoozed on conversations (bot_id, snoozed_until) where snoozed_until is not null;
