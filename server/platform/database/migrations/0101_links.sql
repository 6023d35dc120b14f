-- Buttons that open a page, beside the options of what is kept to be said.

alter table quick_replies add column links jsonb not null default '[]';
alter table macros add column links jsonb not null default '[]';
alter table scheduled_messages add column links jsonb not null default '[]';
