-- Vectors of meaning, by model and text: a bot that is trained again asks only for what is new.
create table meaning_vectors (
  model text not null,
  -- Of the text as it was asked for.
  hash text not null,
  -- One signed byte a number.
  vector bytea not null,
  used_at timestamptz not null,
  primary key (model, hash)
);
create index meaning_vectors_used on meaning_vectors (used_at);

-- What a bot asked for on a day.
create table meaning_usage (
  bot_id integer not null references bots on delete cascade,
  -- Chilean.
  day date not null,
  texts integer not null default 0,
  failures integer not null default 0,
  primary key (bot_id, day)
);
