-- Of one payment: it makes the plan larger for what is left of a period that was paid before.
alter table checkouts add column upgrade boolean not null default false;
