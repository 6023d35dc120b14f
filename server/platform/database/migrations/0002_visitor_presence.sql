-- Presence of visitors: each connected socket of the chat renews its lease; what ran out counts as gone.
create table visitor_leases (
  socket_id text primary key,
  visitor_id text not null references visitors on delete cascade,
  process_id text not null,
  expires_at timestamptz not null
);
create index visitor_leases_visitor on visitor_leases (visitor_id, expires_at);
