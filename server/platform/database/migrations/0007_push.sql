-- Browsers that may be told while they are closed (Web Push). Each ends with the session it was made in.
create table push_subscribers (
  sid text primary key,
  user_id integer not null references users on delete cascade,
  client text not null references auth_tokens on delete cascade,
  active boolean not null,
  -- Whoever knows it can use it up; it is never shown again.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_success_at timestamptz(3),
  -- Refusals in a row that no repetition helps against.
  failures integer not null default 0
);
create index push_subscribers_user on push_subscribers (user_id);
create index push_subscribers_client on push_subscribers (client);

-- Which events tell this person, and when none may; null: the defaults.
alter table users add column notices jsonb;
