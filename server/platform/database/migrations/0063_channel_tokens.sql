-- Since when a token of Instagram is known, and how renewing it went.
create table channel_tokens (
  connection_id text primary key references connections on delete cascade,
  -- Of which credentials it is said: a digest of them as they are stored.
  sealed text not null,
  got_at timestamptz not null,
  expires_at timestamptz,
  failures integer not null default 0
);
-- When the provider was last asked who somebody is.
alter table channel_contacts add column profile_at timestamptz;
