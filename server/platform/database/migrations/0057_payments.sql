-- Paying for a bot: what was begun at a till, what was heard of it, what was paid and given back (docs/decisions/0049).
create table checkouts (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  -- Null: somebody with a signed link.
  user_id integer references users on delete set null,
  email text not null,
  plan_id text not null references plans,
  plan_version integer not null,
  period text not null check (period in ('monthly', 'yearly')),
  amount integer not null check (amount > 0),
  provider text not null,
  test boolean not null,
  state text not null check (state in ('pending', 'paid', 'rejected', 'expired', 'review')),
  -- The provider's name for it and for who pays; null: it has not answered yet.
  ref text,
  customer text,
  url text,
  trial_ends_at timestamptz,
  returned_at timestamptz,
  -- One process at a time has it finished at the provider.
  finishing_until timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index checkouts_ref on checkouts (provider, ref) where ref is not null;
create index checkouts_of_bot on checkouts (bot_id, created_at desc);
create index checkouts_open on checkouts (created_at) where state = 'pending';

-- What providers told, each once: written with what it changed.
create table payment_events (
  provider text not null,
  event_id text not null,
  at timestamptz not null,
  primary key (provider, event_id)
);

-- Kept when a bot is gone: money outlives what it was paid for.
create table charges (
  id text primary key,
  bot_id integer references bots on delete set null,
  checkout_id text references checkouts on delete set null,
  provider text not null,
  provider_id text not null,
  amount integer not null,
  currency text not null,
  state text not null check (state in ('paid', 'failed', 'refund_wanted', 'refunded')),
  test boolean not null,
  email text,
  plan_name text not null,
  period text,
  at timestamptz not null,
  refund_id text,
  refund_reason text,
  unique (provider, provider_id)
);
create index charges_of_bot on charges (bot_id, at desc);

create table billing_companies (
  bot_id integer primary key references bots on delete cascade,
  name text not null,
  rut text not null,
  activity text not null,
  address text not null
);
