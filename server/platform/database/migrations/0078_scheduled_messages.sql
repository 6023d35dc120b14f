-- What agents wrote to be sent later. One that left or was taken back keeps its row, without its words: a plan that is
-- asked for again is answered, not made twice.
create table scheduled_messages (
  id text primary key,
  conversation_id text not null references conversations on delete cascade,
  bot_id integer not null,
  -- Under whose name it leaves: who planned it, or changed it last.
  author_id integer not null references users,
  -- Who asked for it first, with their own key of it.
  once text not null,
  text text not null,
  send_at timestamptz not null,
  -- What stood in the conversation when it was planned: a later word of the customer or a colleague holds it back.
  after_position integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'unsent', 'sent', 'cancelled')),
  -- Why it is unsent.
  reason text check ((state = 'unsent') = (reason is not null)),
  created_at timestamptz not null
);
create unique index scheduled_messages_once on scheduled_messages (once);
create index scheduled_messages_of on scheduled_messages (conversation_id) where state in ('waiting', 'unsent');
-- How many are waiting or unsent: on the card, so that only those conversations are asked for them.
alter table conversations add column scheduled_count integer not null default 0 check (scheduled_count >= 0);
