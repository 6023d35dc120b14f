-- Conversations of one client that are joined. On the conversation's own row, as whatever its card says: which it shows
-- with its own (contract/entities/joining.ts joinedParts), and to which it was joined. Adding them rewrites no row.
alter table conversations
  add column joined jsonb not null default '[]' check (jsonb_typeof(joined) = 'array'),
  add column joined_into text;

-- Each join: once, and what separating brings back (server/inbox/join-row.ts).
create table conversation_joins (
  id text primary key,
  bot_id integer not null,
  source_id text not null references conversations on delete cascade,
  target_id text not null references conversations on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Who joined them, with their own key of it.
  once text not null,
  before jsonb not null,
  gained jsonb not null,
  at timestamptz not null,
  separated_at timestamptz,
  restored boolean not null default false
);
create unique index conversation_joins_once on conversation_joins (once);
create index conversation_joins_source on conversation_joins (source_id);
create index conversation_joins_target on conversation_joins (target_id);
