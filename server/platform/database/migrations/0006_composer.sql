-- What the composer sends: files asked for twice, notes with mentions, approved templates.

-- The uploader's own key: the same one again answers the same upload.
alter table uploads add column key text;
create unique index uploads_once on uploads (author, key) where key is not null;

-- Notes: the colleagues who are named, [{id, name}]. Replies: the template that the text was made of.
alter table messages add column mentions jsonb;
alter table messages add column template jsonb;

-- Templates that a channel has approved, as its provider lists them; one row per name and language.
create table message_templates (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  channel text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  header text,
  body text not null,
  footer text,
  buttons jsonb not null default '[]',
  created_at timestamptz not null,
  unique (bot_id, channel, name, language)
);
