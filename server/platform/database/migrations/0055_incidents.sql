-- Incidents: what does not work, at which bots, and what the makers of the product say of it.
create sequence incident_codes;
create table incidents (
  id text primary key,
  tracking_code text not null unique default 'INC-' || lpad(nextval('incident_codes')::text, 4, '0'),
  title text not null,
  description text not null,
  severity text not null check (severity in ('low', 'normal', 'high', 'critical')),
  state text not null default 'reported'
    check (state in ('reported', 'investigating', 'identified', 'monitoring', 'resolved')),
  since timestamptz not null,
  -- Null: the account is gone.
  reporter_id integer references users on delete set null,
  reporter_name text not null,
  temporal_id text not null,
  -- Json as a text, with the reporter's consent.
  diagnostics text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index incidents_once on incidents (reporter_id, temporal_id);
create index incidents_list on incidents (updated_at desc, id desc);
create table incident_bots (
  incident_id text not null references incidents on delete cascade,
  bot_id integer not null references bots on delete cascade,
  primary key (incident_id, bot_id)
);
create index incident_bots_of on incident_bots (bot_id);
create table incident_updates (
  id text primary key,
  incident_id text not null references incidents on delete cascade,
  state text not null check (state in ('reported', 'investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  author_id integer references users on delete set null,
  author_name text not null,
  temporal_id text not null,
  at timestamptz not null,
  unique (incident_id, temporal_id)
);
create index incident_updates_of on incident_updates (incident_id, at);
create table incident_pictures (
  id text primary key,
  incident_id text not null references incidents on delete cascade,
  content bytea not null,
  created_at timestamptz not null
);
create index incident_pictures_of on incident_pictures (incident_id);
