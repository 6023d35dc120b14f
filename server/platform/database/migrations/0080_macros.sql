-- Macros: several acts on a conversation in one command. And each run of one: once, and what an undo brings back.
create table macros (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- contract/entities/macro.ts macroSteps.
  steps jsonb not null,
  -- Everybody at the bot has it; otherwise its author alone.
  shared boolean not null,
  -- Within the shared ones of the bot, or within its author's own there.
  position integer not null,
  revision integer not null default 0,
  updated_at timestamptz not null
);
create unique index macros_shared on macros (bot_id, lower(name)) where shared;
create unique index macros_own on macros (bot_id, user_id, lower(name)) where not shared;

create table macro_runs (
  id text primary key,
  conversation_id text not null references conversations on delete cascade,
  bot_id integer not null,
  user_id integer not null references users on delete cascade,
  -- Who ran it, with their own key of the run.
  once text not null,
  name text not null,
  -- It sent its answer.
  sent boolean not null,
  -- The conversation before and after, as far as an undo brings it back (server/inbox/macro-run-row.ts).
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null,
  undone_at timestamptz
);
create unique index macro_runs_once on macro_runs (once);
create index macro_runs_of on macro_runs (conversation_id);
