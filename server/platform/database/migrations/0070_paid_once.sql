-- One period by one payment, and coupons for some periods alone (docs/decisions/0054).
alter table subscriptions
  -- One period at a time, by who is told before it ends: nobody collects.
  add column prepaid boolean not null default false,
  -- The checkout that it was last paid by.
  add column checkout_id text;
update subscriptions s set checkout_id = (
    select c.id from checkouts c where c.bot_id = s.bot_id and c.state = 'paid' order by c.created_at desc limit 1)
  where s.provider_subscription is not null;

alter table checkouts
  -- 'payment': one period, once.
  add column mode text not null default 'subscription' check (mode in ('subscription', 'payment')),
  -- What the bot stood paid by when this one began: who pays after somebody else has, pays twice.
  add column after_checkout text,
  -- Pesos of one period without its coupon, and the coupon's terms as they were; null: none.
  add column full_amount integer,
  add column coupon_version integer,
  add column coupon_percent integer,
  -- Charges that it holds for; null with a coupon: all.
  add column coupon_periods integer;
create index checkouts_paid_once on checkouts (created_at) where mode = 'payment';

alter table coupons
  add column version integer not null default 1,
  -- Charges that one takes its share off; null: all of them.
  add column periods integer check (periods between 1 and 36);

alter table charges
  -- What it was less than, and by which coupon; null: the whole price.
  add column coupon text,
  add column full_amount integer;
