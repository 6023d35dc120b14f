-- Tickets: what the team owes a customer, beside the conversations in which they write.
create table ticket_settings (
  bot_id integer primary key references bots on delete cascade,
  reopen_days integer not null,
  budgets jsonb not null,
  revision integer not null
);

-- The last number that was given out; bot 0: tickets to the makers of the product.
create table ticket_numbers (
  bot_id integer primary key,
  last integer not null
);

create table tickets (
  id text primary key,
  -- Null: to the makers of the product.
  bot_id integer references bots on delete cascade,
  tracking_code text not null,
  subject text not null,
  state text not null check (state in ('new', 'open', 'waiting', 'solved', 'closed')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  category text,
  tags jsonb not null default '[]',
  lead_id text references leads on delete cascade,
  -- Made from it.
  conversation_id text references conversations on delete set null,
  -- Where its latest answer went, or the customer's words came from.
  talk_id text references conversations on delete set null,
  assignee_id integer references users on delete set null,
  opened_kind text not null check (opened_kind in ('agent', 'visitor', 'bot', 'system')),
  opened_by_id integer references users on delete set null,
  opened_by_name text not null,
  order_ref text,
  merged_into text references tickets on delete set null,
  continues text references tickets on delete set null,
  first_answered_at timestamptz,
  solved_at timestamptz,
  reopened integer not null default 0,
  -- As machines/ticket/deadlines.ts says of its history; kept for lists and for the clock.
  first_due_at timestamptz,
  solve_due_at timestamptz,
  -- Of which instants people were told.
  first_told timestamptz,
  solve_told timestamptz,
  last_message text not null default '',
  last_message_from text,
  last_message_at timestamptz,
  entries integer not null default 0,
  author text,
  temporal_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index tickets_code on tickets (coalesce(bot_id, 0), tracking_code);
create unique index tickets_once on tickets (author, temporal_id) where temporal_id is not null;
create index tickets_bot on tickets (bot_id, updated_at desc, id desc);
create index tickets_assignee on tickets (assignee_id) where state not in ('solved', 'closed');
create index tickets_lead on tickets (lead_id) where lead_id is not null;
create index tickets_conversation on tickets (conversation_id) where conversation_id is not null;
create index tickets_talk on tickets (talk_id) where talk_id is not null;
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_continues on tickets (continues) where continues is not null;

-- Words of a ticket. What was said in a conversation stands there; here is only that it belongs to the ticket.
create table ticket_messages (
  id text primary key,
  ticket_id text not null references tickets on delete cascade,
  position integer not null,
  sender text not null check (sender in ('Cliente', 'agent', 'bot', 'system')),
  note boolean not null default false,
  text text not null default '',
  author text,
  temporal_id text,
  user_id integer references users on delete set null,
  attachments jsonb not null default '[]',
  mentions jsonb not null default '[]',
  way text,
  message_id text references messages on delete set null,
  created_at timestamptz not null,
  unique (ticket_id, position)
);
create unique index ticket_messages_once on ticket_messages (author, temporal_id) where temporal_id is not null;
create index ticket_messages_message on ticket_messages (message_id) where message_id is not null;

-- What became of it, step by step: deadlines are worked out of this and nothing else.
create table ticket_steps (
  id text primary key,
  ticket_id text not null references tickets on delete cascade,
  at timestamptz not null,
  by_name text not null,
  -- In words, for people; empty where the step is told by a message.
  text text not null,
  -- How it stood from then on.
  state text not null,
  priority text not null,
  category text
);
create index ticket_steps_ticket on ticket_steps (ticket_id, at, id);

alter table uploads add column ticket_id text references tickets on delete cascade;
