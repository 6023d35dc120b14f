-- Where a bot's chat has been opened: the check that its snippet is live.
create table bot_sites (
  bot_id integer not null references bots on delete cascade,
  -- As a browser names it: 'https://www.example.cl'.
  origin text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (bot_id, origin)
);
