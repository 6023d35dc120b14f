-- Documents that bots answer from (contract/entities/document.ts), what a language model was used, calls of webhooks.

create table documents (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  title text not null,
  url text,
  file_name text,
  kind text,
  size integer,
  -- Of the bytes; of a page of the web its address: what makes two documents the same one.
  hash text not null,
  -- Of what was read last: the same again needs no reading.
  content_hash text,
  status text not null,
  progress integer not null default 0,
  error text,
  notice text,
  live boolean not null default true,
  passages integer not null default 0,
  -- Counts the readings; a reading writes only while this is still its own.
  attempt integer not null default 0,
  -- Readings that began since somebody asked for one: what ends a process each time is given up.
  tries integer not null default 0,
  -- Lease of the process that reads it.
  alive_until timestamptz,
  created_at timestamptz not null,
  created_by integer references users on delete set null,
  created_by_name text,
  indexed_at timestamptz,
  unique (bot_id, hash)
);
create index documents_unread on documents (created_at) where status in ('waiting', 'reading');

create table document_passages (
  document_id text not null references documents on delete cascade,
  position integer not null,
  bot_id integer not null references bots on delete cascade,
  text text not null,
  place text,
  heading text,
  primary key (document_id, position)
);
create index document_passages_bot on document_passages (bot_id);

-- Grows with every change of what a bot's documents say: the stamp of the index in memory.
create table bot_knowledge (
  bot_id integer primary key references bots on delete cascade,
  revision integer not null
);

create table llm_usage (
  bot_id integer not null references bots on delete cascade,
  -- Chilean.
  day date not null,
  -- Spent, and promised to answers under way.
  tokens integer not null default 0,
  answers integer not null default 0,
  failures integer not null default 0,
  last_failure text,
  last_failure_at timestamptz,
  primary key (bot_id, day)
);

alter table assistants
  -- Failures in a row.
  add column webhook_failures integer not null default 0,
  add column webhook_error text,
  add column webhook_called_at timestamptz;
