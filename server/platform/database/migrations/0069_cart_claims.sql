-- What the page of a shop that keeps no carts says is in a visitor's cart. It is a claim: whose it is, is said by the
-- shop or by a verified identity, and nobody is written to before.
create table cart_claims (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  shop_id text not null references connections on delete cascade,
  -- Of what the page calls its visitor.
  visitor_hash text not null,
  -- Who they are in our chat on that page, by its room token.
  visitor_id text references visitors on delete set null,
  things jsonb not null,
  -- As the page says them. They find what the shop says; nobody is written to at these.
  email text,
  phone text,
  -- Who confirmed it at the last look, and the shop's own name of the cart at its till.
  confirmed text check (confirmed in ('shop', 'identity')),
  till_id text,
  -- Why it is not used; null: nobody has looked, or it is confirmed.
  reason text,
  changed_at timestamptz not null,
  reported_at timestamptz not null,
  -- Emptied or bought: the next cart of this visitor is another claim.
  ended_at timestamptz
);
create unique index cart_claims_open on cart_claims (shop_id, visitor_hash) where ended_at is null;
create index cart_claims_shop on cart_claims (shop_id, changed_at desc);
-- What became of a message is told where the case is shown.
create index automation_sends_message on automation_sends (message_id);
create index cart_claims_list on cart_claims (bot_id, changed_at desc, id desc);
