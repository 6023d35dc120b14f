-- What somebody sends to the makers of the product is no bot's.
alter table uploads alter column bot_id drop not null;
