-- Draft and published model of a bot (contract/entities/bot-draft.ts). bot_models stays what customers talk to.

alter table bot_models
  add column published_by integer references users on delete set null,
  add column published_by_name text;

-- What is being edited; it stays after a publication, equal to it. No row: nothing was ever edited.
create table bot_drafts (
  bot_id integer primary key references bots on delete cascade,
  model jsonb not null,
  -- Grows with every edit: numbers of a bot never come twice.
  revision integer not null,
  updated_at timestamptz not null,
  updated_by integer references users on delete set null,
  updated_by_name text
);

-- Everything that was ever published, the current one among them.
create table bot_versions (
  bot_id integer not null references bots on delete cascade,
  version integer not null,
  model jsonb not null,
  note text,
  restored_from integer,
  published_at timestamptz not null,
  published_by integer references users on delete set null,
  published_by_name text,
  primary key (bot_id, version)
);

-- The phrases that a bot must understand, run before publishing.
create table bot_test_phrases (
  bot_id integer primary key references bots on delete cascade,
  -- [{text, intent_name}]
  phrases jsonb not null
);

create table assistants (
  id text primary key,
  bot_id integer not null unique references bots on delete cascade,
  name text not null,
  ia_configs jsonb not null default '{}',
  webhook_url text,
  -- {module: {status, asked_at, finished_at, error}}
  trainings jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
