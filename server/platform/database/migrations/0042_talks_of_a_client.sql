-- How many conversations a client has stands beside it: sorting and filtering 100,000 clients by it counts nothing. The
-- database keeps it, whoever writes, moves or deletes a conversation.

alter table leads add column talks integer not null default 0;

update leads l set talks = c.count
from (select lead_id, count(*)::int as count from conversations group by lead_id) c where c.lead_id = l.id;

create function count_talks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update leads set talks = talks - 1 where id = old.lead_id;
  end if;
  if tg_op <> 'DELETE' then
    update leads set talks = talks + 1 where id = new.lead_id;
  end if;
  return null;
end $$;

create trigger conversations_counted after insert or delete on conversations
for each row execute function count_talks();

create trigger conversations_moved after update of lead_id on conversations
for each row when (old.lead_id is distinct from new.lead_id) execute function count_talks();

create index leads_talks on leads (bot_id, talks, created_at desc, id desc);
