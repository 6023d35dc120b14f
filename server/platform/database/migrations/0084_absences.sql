-- Planned absences of people at a bot. They hold by their times alone: nothing begins or ends them.
create table absences (
  id text primary key,
  bot_id integer not null,
  user_id integer not null,
  starts_at timestamptz not null,
  -- Exclusive.
  ends_at timestamptz not null check (starts_at < ends_at),
  reason text not null check (reason in ('vacaciones', 'licencia', 'permiso', 'otro')),
  note text not null default '',
  revision integer not null default 0,
  -- Who planned it, with their own key of the plan.
  once text not null unique,
  created_at timestamptz not null,
  foreign key (user_id, bot_id) references user_bots (user_id, bot_id) on delete cascade
);
create index absences_of on absences (bot_id, user_id, ends_at);
-- Whose are they, at their end at the bot?
create index absences_link on absences (user_id, bot_id);
