-- Products in the chat: cards of messages, and which catalogue a bot's index was made of.
alter table messages add column cards jsonb;

-- A sample product is of no shop.
alter table products alter column connection_id drop not null;

create table bot_shelves (
  bot_id integer primary key references bots on delete cascade,
  -- Raised by each training of the module products.
  revision integer not null
);
insert into bot_shelves (bot_id, revision) select distinct bot_id, 1 from products;

-- The index of a bot's products reads them by their ids.
create index products_shelf on products (bot_id, id);
