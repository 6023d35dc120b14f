-- How often a bot's WhatsApp button was pressed: counted by quarter of an hour and number, of nobody.
create table whatsapp_button_presses (
  bot_id integer not null references bots on delete cascade,
  -- The quarter of an hour in which it was: days of any zone are made of whole ones.
  at timestamptz not null,
  phone text not null,
  n integer not null,
  primary key (bot_id, at, phone)
);
