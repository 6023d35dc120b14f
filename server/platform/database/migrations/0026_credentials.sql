-- Browsers in which somebody signed in before: whoever guesses at the account elsewhere does not keep them out there.
create table known_devices (
  user_id integer not null references users on delete cascade,
  device_hash text not null,
  -- The session of the last sign-in there: a change of a credential spares the browser that made it.
  client text not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Several may say that an address is theirs; one account holds it, and a proof by mail decides. Registering an address
-- that is taken makes an account like any other, so that the answer tells nobody whether it was taken.
alter table users add column holds_email boolean not null default true;
drop index users_email;
create unique index users_email on users (lower(email)) where holds_email;
create index users_claims on users (lower(email)) where not holds_email;

-- The second factor (TOTP).
create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- Sealed with APP_SECRET.
  secret text not null,
  -- Null: being set up; nothing asks for it yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: a code opens once.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- A password was right, the code is still to come.
create table sign_in_tickets (
  ticket_hash text primary key,
  user_id integer not null references users on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);
-- An owner asks the bot's administrators for it.
alter table bots add column second_factor_required boolean not null default false;
