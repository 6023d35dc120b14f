-- Exports of the history: one row for each file that somebody asked for.
create table exports (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('conversations', 'messages')),
  format text not null check (format in ('csv', 'xlsx')),
  columns jsonb not null,
  -- contract/calls/exports.ts exportFilters.
  filters jsonb not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done integer not null default 0,
  rows_total integer,
  -- What the maker could see then: the file is given only while they still see that.
  sight text not null,
  -- The name below DATA_DIR/exports: 256 random bits.
  file text not null unique,
  file_name text not null,
  size bigint,
  error text,
  created_at timestamptz not null,
  -- Renewed by the process that works at it; past this the process is gone.
  alive_until timestamptz not null,
  expires_at timestamptz,
  downloaded_at timestamptz
);
create index exports_list on exports (bot_id, user_id, created_at desc);
create index exports_unfinished on exports (bot_id) where status in ('waiting', 'running');

-- The order in which an export walks through a bot's conversations; it never changes while it walks.
create index conversations_created on conversations (bot_id, created_at, (id collate "C"));
