-- Files and buttons of quick replies.

alter table quick_replies add column buttons jsonb not null default '[]';
-- Set while a quick reply carries it: no message and no ticket may take it then.
alter table uploads add column quick_reply_id text references quick_replies on delete cascade;
create index uploads_of_quick_replies on uploads (quick_reply_id) where quick_reply_id is not null;
