-- Forms of a bot's settings that are saved as a whole: the revision that all of them count by, and of each the one it was
-- saved at last and by whom. {"look": {"revision": 3, "by": "Paz"}}
alter table bots add column forms_revision integer not null default 0;
alter table bots add column forms_saved jsonb not null default '{}';
