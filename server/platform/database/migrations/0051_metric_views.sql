-- What is chosen on the screen of figures, under a name: one's own, or the team's.
create table metric_views (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null,
  search text not null,
  shared boolean not null,
  created_at timestamptz not null
);
create unique index metric_views_own on metric_views (bot_id, user_id, name) where not shared;
create unique index metric_views_shared on metric_views (bot_id, name) where shared;

-- Who wants their figures of the week by mail, and up to which Monday they have them.
create table metric_mails (
  bot_id integer not null references bots on delete cascade,
  user_id integer not null references users on delete cascade,
  sent_on date,
  primary key (bot_id, user_id)
);
