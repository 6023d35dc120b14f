-- Where a bot's web visitors are and came from: one row each, for the team's eyes.
create table visits (
  visitor_id text primary key references visitors on delete cascade,
  bot_id integer not null references bots on delete cascade,
  page text,
  referrer text,
  zone text,
  device jsonb not null,
  visits integer not null default 1,
  first_at timestamptz not null,
  seen_at timestamptz not null
);
create index visits_of_bot on visits (bot_id);

-- Its owner may switch that off.
alter table bots add column visits boolean not null default true;
