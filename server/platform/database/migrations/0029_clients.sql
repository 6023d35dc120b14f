-- Who somebody is: everything that a client is known by, each at most once at a bot.

alter table leads add column city text;
alter table leads add column areas jsonb not null default '[]';
-- Values of the bot's own fields, by key.
alter table leads add column fields jsonb not null default '{}';
alter table leads add column blocked_at timestamptz;
-- The newest word of `consents`, kept by whoever adds one.
alter table leads add column consent_marketing text not null default 'unknown'
  check (consent_marketing in ('unknown', 'granted', 'denied'));
alter table leads add column consent_service text not null default 'unknown'
  check (consent_service in ('unknown', 'granted', 'denied'));
-- The import that made the client.
alter table leads add column import_id text;
create index leads_order on leads (bot_id, created_at desc, id desc);

create table lead_identities (
  bot_id integer not null references bots on delete cascade,
  kind text not null check (kind in (
    'phone', 'email', 'rut', 'whatsapp', 'business_user', 'messenger', 'instagram', 'shop', 'visitor')),
  -- Phone: E.164; e-mail: small letters; RUT: digits and check digit; shop: 'provider:id'; others as the provider says.
  value text collate "C" not null check (value <> ''),
  lead_id text not null references leads on delete cascade,
  -- claimed: by the visitor; known: by the bot's people or their files; verified: by a channel or shop.
  trust text not null check (trust in ('claimed', 'known', 'verified')),
  created_at timestamptz not null,
  primary key (bot_id, kind, value)
);
create index lead_identities_lead on lead_identities (lead_id);

insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
select bot_id, 'email', lower(trim(email)), id, 'claimed', created_at from leads
where trim(email) <> '' order by created_at, id on conflict do nothing;
insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
select bot_id, 'rut', upper(regexp_replace(rut, '[.\s-]', '', 'g')), id, 'claimed', created_at from leads
where regexp_replace(rut, '[.\s-]', '', 'g') <> '' order by created_at, id on conflict do nothing;
insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
select bot_id, 'phone', case
    when phone_digits ~ '^[2-9]\d{8}$' then '+56' || phone_digits else '+' || phone_digits end,
  id, 'claimed', created_at from leads
where length(phone_digits) between 8 and 15 order by created_at, id on conflict do nothing;
insert into lead_identities (bot_id, kind, value, lead_id, trust, created_at)
select bot_id, 'visitor', id, lead_id, 'verified', created_at from visitors order by created_at, id
on conflict do nothing;

-- Append-only. The newest for a purpose, of all channels or of the one that is asked about, holds.
create table consents (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  lead_id text not null references leads on delete cascade,
  purpose text not null check (purpose in ('marketing', 'service')),
  channel text check (channel in ('web', 'whatsapp', 'instagram', 'messenger')),
  state text not null check (state in ('granted', 'denied')),
  source text not null,
  user_id integer references users on delete set null,
  at timestamptz not null
);
create index consents_lead on consents (lead_id, purpose, at desc, id desc);
create index consents_bot on consents (bot_id);

-- 'No son la misma persona': the smaller id first.
create table lead_distinct (
  bot_id integer not null references bots on delete cascade,
  lead_id text not null references leads on delete cascade,
  other_id text not null references leads on delete cascade,
  user_id integer references users on delete set null,
  at timestamptz not null,
  primary key (lead_id, other_id),
  check (lead_id < other_id)
);
create index lead_distinct_other on lead_distinct (other_id);
create index lead_distinct_bot on lead_distinct (bot_id);

create table lead_fields (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null,
  type text not null check (type in ('text', 'number', 'date', 'list', 'boolean')),
  options jsonb not null default '[]',
  created_at timestamptz not null,
  unique (bot_id, key)
);

-- A stored filter, evaluated whenever it is used.
create table segments (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null,
  filter jsonb not null,
  shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index segments_bot on segments (bot_id, user_id);
create index leads_phone_digits on leads (bot_id, phone_digits) where phone_digits <> '';
create index leads_rut on leads (bot_id, rut) where rut is not null;

-- Two rows that were one person: what both were, and what was moved, for whoever takes it back.
create table lead_merges (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  survivor_id text not null,
  loser_id text not null,
  survivor jsonb not null,
  loser jsonb not null,
  moved jsonb not null,
  user_id integer references users on delete set null,
  at timestamptz not null,
  undone_at timestamptz
);
create index lead_merges_survivor on lead_merges (survivor_id, at desc);
create index lead_merges_bot on lead_merges (bot_id);
-- Where the id of somebody who was merged leads, for ever.
create table lead_redirects (
  old_id text primary key,
  bot_id integer not null references bots on delete cascade,
  lead_id text not null references leads on delete cascade
);
create index lead_redirects_lead on lead_redirects (lead_id);
create index lead_redirects_bot on lead_redirects (bot_id);

create table lead_imports (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  file_name text not null,
  columns jsonb not null,
  sample jsonb not null,
  guessed jsonb not null,
  mapping jsonb,
  key text,
  consent jsonb,
  state text not null check (state in ('mapped', 'checking', 'checked', 'running', 'done', 'cancelled', 'undone')),
  -- Undoing is under way.
  undoing boolean not null default false,
  total integer not null,
  parts integer not null,
  -- The next part of the run or check under way.
  next_part integer not null default 0,
  report jsonb not null default '{}',
  -- Of the last check, to compare the run's with.
  checked jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index lead_imports_bot on lead_imports (bot_id, created_at desc);
create index lead_imports_user on lead_imports (user_id);
-- Rows of the file that are not empty, some at once: [[line, cell, cell …] …].
create table lead_import_parts (
  import_id text not null references lead_imports on delete cascade,
  part integer not null,
  rows jsonb not null,
  primary key (import_id, part)
);
-- What the rows before were known by: a row that says the same again is a duplicate in the file.
create table lead_import_keys (
  import_id text not null references lead_imports on delete cascade,
  key text collate "C" not null,
  primary key (import_id, key)
);
create table lead_import_refused (
  import_id text not null references lead_imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  reason text not null,
  primary key (import_id, line)
);
-- What it did, to undo it where nobody has touched it since.
create table lead_import_changes (
  import_id text not null references lead_imports on delete cascade,
  lead_id text not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, lead_id)
);
create index lead_import_changes_lead on lead_import_changes (lead_id);
