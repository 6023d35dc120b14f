-- What internal accounts do with plans, and the months whose limit of conversations was told (docs/decisions/0049).
alter table subscriptions add column granted_reason text;
alter table checkouts
  add column coupon text,
  -- An internal account has looked at it.
  add column reviewed_at timestamptz;
create table coupons (
  code text primary key,
  -- Off every charge of what is bought with it.
  percent integer not null check (percent between 1 and 99),
  -- The last day on which it can be used; null: no end.
  last_day text,
  max_uses integer check (max_uses > 0),
  active boolean not null default true,
  note text,
  created_at timestamptz not null
);
create index checkouts_of_coupon on checkouts (coupon) where coupon is not null;
create index checkouts_in_review on checkouts (settled_at) where state = 'review' and reviewed_at is null;
create table conversations_told (
  bot_id integer not null references bots on delete cascade,
  -- Its first day, in the bot's zone.
  month text not null,
  share integer not null,
  primary key (bot_id, month, share)
);
