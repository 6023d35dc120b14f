-- A change of plan that is wanted: at once (next_at null, until the provider shows it), or when the paid period is over.
alter table subscriptions
  add column next_plan_id text references plans,
  add column next_plan_version integer,
  add column next_period text check (next_period in ('monthly', 'yearly')),
  add column next_amount integer check (next_amount > 0),
  add column next_at timestamptz,
  add column next_since timestamptz;
