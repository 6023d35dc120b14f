-- What is searched, folded once when it is written: folding every text at every search takes half a minute where a
-- shop has 200,000 messages. contract/rules/search-text.ts folds the same letters; a test holds the two together.

create function search_plain(text text) returns text language sql immutable parallel safe return
  translate(
    lower(text),
    'áàäâãåéèëêíìïîóòöôõúùüûñçÁÀÄÂÃÅÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇ',
    'aaaaaaeeeeiiiiooooouuuuncaaaaaaeeeeiiiiooooouuuunc'
  );

alter table messages add column plain text collate "C" generated always as (search_plain(text)) stored;
alter table conversations add column plain text collate "C" generated always as (
  search_plain(lead_name || E'\n' || coalesce(custom_name, ''))
) stored;
-- Name and e-mail, each on a line of its own.
alter table leads add column plain text collate "C" generated always as (
  search_plain(coalesce(name, '') || E'\n' || coalesce(email, ''))
) stored;
alter table leads add column phone_digits text collate "C" generated always as (
  regexp_replace(coalesce(phone, ''), '\D', '', 'g')
) stored;
