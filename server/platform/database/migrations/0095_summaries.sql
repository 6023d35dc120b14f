-- What the language model said happened in a conversation so far, for who takes it: asked once, and again by a press when
-- more was said. It goes with the conversation, and at an erasure of the client.
create table conversation_summaries (
  conversation_id text primary key references conversations on delete cascade,
  -- Null: there is none yet, or it failed for this reason.
  text text,
  reason text,
  -- The position of the last message that it stands on.
  up_to integer not null default 0,
  -- Grows with each answer, so that who read before it does not ask again.
  revision integer not null default 0,
  -- Who asks now, and until when they may take.
  asker text,
  asking_until timestamptz
);
