-- What the chat in a site speaks: chosen by the bot's owner ('page': what each page says), and of each visitor's chat.
-- It spoke Spanish everywhere before.
alter table bots add column chat_language text not null default 'es'
  check (chat_language in ('es', 'en', 'pt', 'page'));
alter table visitors add column language text not null default 'es' check (language in ('es', 'en', 'pt'));
