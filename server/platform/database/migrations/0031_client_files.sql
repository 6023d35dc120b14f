-- Clients as files, too.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('conversations', 'messages', 'clients'));

-- 'One of these phones' is looked up for every client that a file makes: an index with a condition cannot answer that.
drop index leads_phone_digits;
create index leads_phone_digits on leads (bot_id, phone_digits);
