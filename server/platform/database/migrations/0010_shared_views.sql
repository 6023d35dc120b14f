-- Views that everybody at the bot has.

alter table saved_views add column shared boolean not null default false;
drop index saved_views_name;
create unique index saved_views_own on saved_views (bot_id, user_id, name) where not shared;
create unique index saved_views_shared on saved_views (bot_id, name) where shared;
-- The list ordered by waiting.
create index conversations_waiting on conversations (bot_id, state, waiting_since, id);
