-- Comparisons of a bot's templates with the provider's list: why each was made and what it found. Of those that went alike
-- and changed nothing one row is kept, with how many there were.
create table template_sync_runs (
  id text primary key,
  connection_id text not null references connections on delete cascade,
  bot_id integer not null references bots on delete cascade,
  at timestamptz not null,
  cause text not null check (cause in ('hook', 'button', 'hour', 'connected', 'edit')),
  times integer not null default 1,
  added integer not null default 0,
  changed integer not null default 0,
  gone integer not null default 0,
  -- [{name, language, what, from, to}], the first of them.
  changes jsonb not null default '[]',
  -- The kind of fault with which it ended; null: it went through.
  error text
);
create index template_sync_runs_latest on template_sync_runs (connection_id, at desc, id desc);
create index template_sync_runs_bot on template_sync_runs (bot_id, at desc);
