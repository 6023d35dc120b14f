-- Two people who edit one test set: the second one is told instead of overwriting the first.
alter table bot_test_phrases add column revision integer not null default 1;
alter table bot_test_phrases add column updated_by_name text;
