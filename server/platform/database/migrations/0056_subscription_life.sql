-- Plans with versions, and the life of a subscription (docs/decisions/0048). What an edited plan was before stands in
-- plan_versions: who has it keeps it.
alter table plans add column version integer not null default 1;
-- Null: no limit.
alter table plans add column documents integer;
alter table plans add column channels integer;
update plans set documents = 20, channels = 2 where id = 'prueba';
update plans set documents = 20, channels = 1 where id = 'emprende';
update plans set documents = 100, channels = 4 where id = 'crece';
update plans set documents = 500, channels = 10 where id = 'empresa';

create table plan_versions (
  plan_id text not null references plans,
  version integer not null,
  name text not null,
  description text not null,
  price integer not null,
  price_yearly integer not null,
  agents integer,
  conversations integer,
  documents integer,
  channels integer,
  features jsonb not null,
  primary key (plan_id, version)
);

alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions
  add column plan_version integer not null default 1,
  -- The bot's own: it outlives any change of plan.
  add column trial_ends_at timestamptz,
  add column grace_ends_at timestamptz,
  -- What the provider calls them; without a subscription of its nobody collects.
  add column provider_customer text,
  add column provider_subscription text,
  -- Pesos for one period, as it was agreed.
  add column amount integer check (amount >= 0),
  add column card_brand text,
  add column card_last4 text,
  add column cancel_reason text,
  -- The end of the plan deactivated the bot: paying brings it back. A bot that people deactivated stays so.
  add column closed_bot boolean not null default false,
  -- Questions to the provider, and the one whose answer stands here: an older answer never replaces a newer one.
  add column asked integer not null default 0,
  add column answered integer not null default 0;

update subscriptions set trial_ends_at = ends_at where plan_id = 'prueba';
update subscriptions set status = 'trialing' where status = 'trial';
update subscriptions set status = case when ends_at > now() then 'cancel_scheduled' else 'canceled' end
  where status = 'cancelled';
update subscriptions s set closed_bot = true from bots b
  where b.id = s.bot_id and not b.activated and s.status = 'expired' and b.deleted_at is null;
-- Paid plans whose end nobody noticed: the usual grace, from now.
update subscriptions set status = 'past_due', grace_ends_at = now() + interval '3 days'
  where status = 'active' and ends_at <= now();
-- A process of the version before may still write its words while this one starts.
alter table subscriptions add constraint subscriptions_status_check check (status in
  ('trialing', 'expired', 'pending', 'active', 'past_due', 'cancel_scheduled', 'canceled', 'trial', 'cancelled'));
create unique index subscriptions_at_provider on subscriptions (provider, provider_subscription)
  where provider_subscription is not null;

-- The job that writes down what the clock did: for trials and cancelled ones it is there already.
insert into jobs (id, kind, key, payload, run_at)
  select 'subscription-end-' || bot_id, 'subscription.end', 'subscription.end:' || bot_id,
    jsonb_build_object('botId', bot_id), coalesce(grace_ends_at, ends_at)
  from subscriptions where status in ('trialing', 'active', 'past_due', 'cancel_scheduled')
    and coalesce(grace_ends_at, ends_at) is not null
  on conflict (key) do nothing;
