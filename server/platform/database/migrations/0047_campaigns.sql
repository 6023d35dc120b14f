-- Campaigns: one template to many clients. What is counted of one are its recipients' rows and nothing else.
create table campaigns (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  connection_id text references connections on delete set null,
  name text not null,
  template_name text not null,
  template_language text not null,
  -- As it was when it began: parts that changed since are not sent unseen.
  category text not null default '',
  components jsonb,
  slots jsonb not null,
  audience jsonb not null,
  audience_text text not null,
  send_at jsonb,
  starts_at timestamptz,
  state text not null check (state in ('draft', 'scheduled', 'running', 'paused', 'done', 'canceled')),
  reason text,
  -- How far its audience has been written into recipients; null: all of it has.
  cursor text default '',
  next_place integer not null default 0,
  -- Until when it waits by itself, and why.
  waits_reason text,
  waits_until timestamptz,
  created_by integer not null,
  -- By whose rights it runs: who started it, or let it go on.
  run_by integer not null,
  temporal_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (bot_id, created_by, temporal_id)
);
create index campaigns_bot on campaigns (bot_id, created_at desc, id desc);
create index campaigns_connection on campaigns (connection_id);
create index campaigns_live on campaigns (id) where state in ('scheduled', 'running');

-- That it may run here. A backup leaves it out: what was restored or moved sends nothing until an owner lets it.
create table campaign_runs (
  campaign_id text primary key references campaigns on delete cascade
);

create table campaign_recipients (
  id text primary key,
  campaign_id text not null references campaigns on delete cascade,
  -- In the order of the audience.
  place integer not null,
  -- Whom the audience named: a client, or a line of a file. Nobody twice.
  subject text not null,
  -- Where that client is today.
  lead_id text references leads on delete set null,
  -- The number as it is reached. Of two clients with one number one gets the message.
  address text,
  -- The line of the audience's file.
  line integer,
  outcome text not null check (outcome in ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  reason text,
  tries integer not null default 0,
  -- Of the last try.
  message_id text,
  conversation_id text,
  at timestamptz,
  unique (campaign_id, place),
  unique (campaign_id, subject)
);
create unique index campaign_recipients_address on campaign_recipients (campaign_id, address) where address is not null;
create index campaign_recipients_outcome on campaign_recipients (campaign_id, outcome, place);
create index campaign_recipients_lead on campaign_recipients (lead_id) where lead_id is not null;
create unique index campaign_recipients_message on campaign_recipients (message_id) where message_id is not null;

-- An audience from a file.
create table campaign_files (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  file_name text not null,
  columns jsonb not null,
  keys jsonb not null,
  sample jsonb not null,
  total integer not null,
  created_at timestamptz not null
);
create index campaign_files_bot on campaign_files (bot_id, created_at);
create table campaign_file_rows (
  file_id text not null references campaign_files on delete cascade,
  line integer not null,
  bot_id integer not null,
  -- As identities are kept.
  phone_key text,
  rut_key text,
  email_key text,
  cells jsonb not null,
  primary key (file_id, line)
);
create index campaign_file_rows_phone on campaign_file_rows (bot_id, phone_key) where phone_key is not null;
