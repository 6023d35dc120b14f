-- How many changes outside the inbox a bot has seen: each raises the number in its own transaction, as its last
-- statement. Apart from the bot's row, whose lock belongs to the log.
create table live_heads (
  bot_id integer primary key references bots (id) on delete cascade,
  live bigint not null
);
