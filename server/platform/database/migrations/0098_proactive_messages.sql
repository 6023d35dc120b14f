-- Proactive messages of the chat in a site: a bot's rules as a whole. None: the chat says nothing by itself, as before.
create table proactive_rules (
  bot_id integer primary key references bots on delete cascade,
  revision integer not null,
  -- Any of them is switched on: pages ask for them then.
  "on" boolean not null,
  -- contract/entities/proactive.ts proactiveRules.
  rules jsonb not null,
  updated_by_name text
);
-- What became of them: one row for each rule, thing that happened, day and browser (of answers: visitor), so that a page
-- that tells twice counts once. What is older than what screens show goes.
create table proactive_told (
  bot_id integer not null references bots on delete cascade,
  rule_id text not null,
  what text not null check (what in ('shown', 'opened', 'answered')),
  day date not null,
  who text not null,
  primary key (bot_id, rule_id, what, day, who)
);
create index proactive_told_old on proactive_told (bot_id, day);
