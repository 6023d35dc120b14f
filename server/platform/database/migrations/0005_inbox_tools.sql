-- What makes the inbox one's own: quick replies and saved views.

create table quick_replies (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  shortcut text not null,
  text text not null,
  -- Everybody at the bot has it; otherwise its author alone.
  shared boolean not null,
  updated_at timestamptz not null
);
create unique index quick_replies_shared on quick_replies (bot_id, shortcut) where shared;
create unique index quick_replies_own on quick_replies (bot_id, user_id, shortcut) where not shared;

create table saved_views (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- contract/calls/inbox-tools.ts viewFilters.
  filters jsonb not null,
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (bot_id, user_id, name);
