-- Notifications as a set with a cursor: each has a number of its person's, which grows, and says what it is about.

-- The last number of a person; its row is the lock under which their notifications are written, so that they become
-- visible in the order of their numbers.
create table notification_heads (
  user_id integer primary key references users on delete cascade,
  seq bigint not null,
  -- When the last digest went out by mail.
  mailed_at timestamptz
);

create function next_notification(person integer) returns bigint language sql as $$
  insert into notification_heads as h (user_id, seq) values (person, 1)
  on conflict (user_id) do update set seq = h.seq + 1 returning seq
$$;

alter table notifications add column seq bigint;
-- How many of one subject it stands for; what the last of several said.
alter table notifications add column count integer not null default 1;
alter table notifications add column latest text;
-- What gathers: while one of a subject is unread, the next of it adds to it.
alter table notifications add column subject_key text;
alter table notifications add column tracking_code text;
-- Whose sight decides whether it is shown.
alter table notifications add column conversation_id text;
-- It stood in a digest.
alter table notifications add column mailed boolean not null default false;

update notifications n set seq = o.place,
  conversation_id = substring(n.link from '[?&]conversation=([^&]+)'),
  -- Nobody gets a mail about what was there before there were any.
  mailed = true
from (select id, row_number() over (partition by user_id order by created_at, id) as place from notifications) o
where o.id = n.id;
insert into notification_heads (user_id, seq) select user_id, max(seq) from notifications group by user_id;
alter table notifications alter column seq set not null;

create function number_notification() returns trigger language plpgsql as $$
begin
  new.seq := next_notification(new.user_id);
  return new;
end $$;
-- Whoever writes one; a restore brings its numbers.
create trigger notifications_numbered before insert on notifications
for each row when (new.seq is null) execute function number_notification();

-- One notification for a person and event, however often it is told.
create table notification_events (
  user_id integer not null references users on delete cascade,
  event_id text not null,
  notification_id text not null references notifications on delete cascade,
  primary key (user_id, event_id)
);
create index notification_events_of on notification_events (notification_id);

drop index notifications_list;
drop index notifications_unread;
create index notifications_list on notifications (user_id, archived, seq desc);
create index notifications_of_bot on notifications (user_id, bot_id, archived, seq desc);
create index notifications_unread on notifications (user_id, seq desc) where not read and not archived;
create index notifications_subject on notifications (user_id, subject_key) where not read and not archived;
create index notifications_conversation on notifications (conversation_id) where conversation_id is not null;

-- One switch a kind becomes one for each way: notices and pushes go on as they were chosen.
update users u set notices = (u.notices - 'kinds') || jsonb_build_object('ways', (
  select coalesce(jsonb_object_agg(k.key, jsonb_build_object('notice', k.value, 'push', k.value)), '{}')
  from jsonb_each(u.notices -> 'kinds') k))
where jsonb_typeof(u.notices -> 'kinds') = 'object';
