-- Questions for an order that failed, so that nobody finds out numbers and e-mails by trying.
create table order_lookup_failures (
  conversation_id text not null references conversations on delete cascade,
  at timestamptz not null
);
create index order_lookup_failures_by_conversation on order_lookup_failures (conversation_id, at);
