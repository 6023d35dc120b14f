-- Files and buttons of messages that are sent later.

alter table scheduled_messages add column buttons jsonb not null default '[]';
-- How many files it was planned with: one that is missing holds the whole back.
alter table scheduled_messages add column file_count integer not null default 0 check (file_count >= 0);
-- Set while a planned message waits with it: no message, no ticket and no quick reply may take it then.
alter table uploads add column scheduled_message_id text references scheduled_messages on delete cascade;
create index uploads_of_scheduled on uploads (scheduled_message_id) where scheduled_message_id is not null;
