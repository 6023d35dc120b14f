-- Statistics of what was sent by templates: read by bot and day; what the provider said of its charge.
alter table messages add column pricing jsonb;
create index messages_of_templates on messages (bot_id, created_at, id) where template is not null;
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check
  check (kind in ('conversations', 'messages', 'clients', 'sends'));
