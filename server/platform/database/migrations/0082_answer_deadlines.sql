-- Deadlines for answers: off until a bot's owner sets them (contract/entities/answer-deadlines.ts).
alter table bots add column answer_deadlines jsonb not null
  default '{"first": null, "next": null, "warn_percent": 80, "open_hours": true, "priorities": {}}'
  check (jsonb_typeof(answer_deadlines) = 'object');

-- Which answer a waiting customer is owed, when it is warned of and due, and how far that has come. On the conversation's
-- own row, as whatever its card says. Adding them rewrites no row; who waits already is owed a first answer.
alter table conversations
  add column answer_kind text check (answer_kind in ('first', 'next')),
  add column answer_warn_at timestamptz,
  add column answer_due_at timestamptz,
  add column answer_level text check (answer_level in ('near', 'late')),
  add constraint answer_due_warned check (
    (answer_due_at is null) = (answer_warn_at is null) and (answer_level is null or answer_due_at is not null)
  );
-- Which are near or late? Few are: what is neither is in no index, and costs a message nothing.
create index conversations_answer_level on conversations (bot_id, answer_level) where answer_level is not null;
