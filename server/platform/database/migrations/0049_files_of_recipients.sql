-- Files of a campaign's recipients.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check
  check (kind in ('conversations', 'messages', 'clients', 'sends', 'metrics', 'recipients'));
