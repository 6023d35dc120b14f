-- A site's own users at its bot: the site signs who they are, and the chat is theirs on every device.
create table widget_secrets (
  id text primary key,
  bot_id integer not null references bots on delete cascade,
  -- Sealed with APP_SECRET: signatures can't be checked against a hash of it.
  sealed text not null,
  created_at timestamptz not null,
  -- Null: the one that the site signs with; otherwise the one before it, valid until then.
  ends_at timestamptz,
  last_used_at timestamptz
);
create unique index widget_secrets_present on widget_secrets (bot_id) where ends_at is null;
create index widget_secrets_bot on widget_secrets (bot_id);

-- Signatures that were not valid, so that the owner sees a wrong installation, or an attack.
create table widget_refusals (
  bot_id integer primary key references bots on delete cascade,
  count integer not null,
  last_at timestamptz not null
);

-- Whom the site knows them as; null: a browser, as all that were there before.
alter table visitors add column external_id text collate "C" check (external_id <> '');
-- The e-mail that the site's signature covered last.
alter table visitors add column vouched_email text;
create unique index visitors_external on visitors (bot_id, external_id) where external_id is not null;

alter table lead_identities drop constraint lead_identities_kind_check;
alter table lead_identities add constraint lead_identities_kind_check check (kind in (
  'phone', 'email', 'rut', 'whatsapp', 'business_user', 'messenger', 'instagram', 'shop', 'visitor', 'site'));
