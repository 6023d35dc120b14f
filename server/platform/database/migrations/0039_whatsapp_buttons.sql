-- The button that leads a site's visitors to WhatsApp: one row a bot, kept as a whole; none: nobody ever set it.
create table whatsapp_buttons (
  bot_id integer primary key references bots (id) on delete cascade,
  revision integer not null check (revision > 0),
  -- What sites ask for at every view of a page, apart from the rest.
  "on" boolean not null,
  button jsonb not null,
  updated_by_name text not null
);
