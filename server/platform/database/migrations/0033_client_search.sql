-- Lists of 100,000 clients: what is sorted and compared is folded once when it is written, and read off an index.

alter table leads
  add column name_key text collate "C" generated always as (search_plain(name)) stored,
  add column email_key text collate "C" generated always as (search_plain(email)) stored,
  add column city_key text collate "C" generated always as (search_plain(city)) stored,
  add column rut_plain text collate "C" generated always as (
    upper(regexp_replace(coalesce(rut, ''), '[.\s-]', '', 'g'))
  ) stored;
create index leads_name_key on leads (bot_id, name_key, created_at desc, id desc);
create index leads_email_key on leads (bot_id, email_key, created_at desc, id desc);
create index leads_city_key on leads (bot_id, city_key, created_at desc, id desc);
-- leads_order begins with the same.
drop index leads_bot;

-- What an import said is taken back with it.
alter table consents add column import_id text;
create index consents_import on consents (import_id) where import_id is not null;
