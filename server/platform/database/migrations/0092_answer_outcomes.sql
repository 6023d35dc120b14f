-- How each deadline of an answer ended (server/inbox/answer-outcomes.ts). Nothing of it stands in histories of before.
create table answer_outcomes (
  conversation_id text not null references conversations on delete cascade,
  -- Since when its customer waited.
  since timestamptz not null,
  bot_id integer not null references bots on delete cascade,
  kind text not null check (kind in ('first', 'next')),
  due_at timestamptz not null,
  -- When it was answered, or was marked late.
  at timestamptz not null,
  agent_id integer,
  kept boolean not null,
  primary key (conversation_id, since)
);
