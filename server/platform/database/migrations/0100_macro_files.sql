-- Files and buttons of macros: each run's message has files of its own, whose bytes are stored once.

alter table macros add column buttons jsonb not null default '[]';
-- Set while a macro carries it: no message and nothing else may take it then.
alter table uploads add column macro_id text references macros on delete cascade;
create index uploads_of_macros on uploads (macro_id) where macro_id is not null;
-- Several may be one file on the disk; who removes the last of them removes it.
create index uploads_by_path on uploads (path);
