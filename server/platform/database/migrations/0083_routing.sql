-- How a bot's conversations get their agent: rules in order, capacity, whose turn it is. None: the bot's own setting
-- (auto_assign) alone, as before. Who decides locks the row, so that nobody gets more than they may at once.
create table bot_routing (
  bot_id integer primary key references bots on delete cascade,
  revision integer not null,
  -- contract/entities/routing.ts routingSettings.
  rules jsonb not null,
  capacity jsonb not null,
  overrides jsonb not null,
  -- Who got the last one, by the key of the team that takes turns.
  turns jsonb not null default '{}',
  updated_by_name text
);
-- The team that a pending conversation waits for (machines/routing/decide.ts WaitsFor). On its own row: it is read and
-- changed under the lock under which the conversation moves. Nobody, as of all that were there before.
alter table conversations add column waits_for jsonb;
create index conversations_waits_for on conversations (bot_id, waiting_since, id) where waits_for is not null;
-- Why a step gave it to whom it did: contract/entities/routing.ts routingReason.
alter table transitions add column why jsonb;
