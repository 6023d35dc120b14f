-- The hours in which customers wrote by a channel, kept for four weeks: how long it is usually silent is learned of them.
create table channel_hours (
  connection_id text not null references connections on delete cascade,
  hour timestamptz not null,
  primary key (connection_id, hour)
);
create index hook_parts_heard on hook_parts (connection_id, kind, received_at);

-- Since when nothing comes in by a channel by which things still leave; null: it is as talkative as ever.
alter table connections add column silent_since timestamptz;
