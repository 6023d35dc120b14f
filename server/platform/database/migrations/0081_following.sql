-- Who follows a conversation, who is named in its notes, and who has not looked since. On its own row: what its card says
-- is read under the lock under which it is changed, and goes where the conversation goes, at an erasure too. Nobody, as of
-- all that were there before; adding it rewrites no row.
alter table conversations
  add column followers int[] not null default '{}',
  add column mentioned int[] not null default '{}',
  add column mention_unseen int[] not null default '{}',
  add column follow_news int[] not null default '{}';
-- Whose are they? Few have anybody: what has nobody is in no index, and costs a message nothing.
create index conversations_followers on conversations using gin (followers) where followers <> '{}';
create index conversations_mentioned on conversations using gin (mentioned) where mentioned <> '{}';
create index conversations_mention_unseen on conversations using gin (mention_unseen) where mention_unseen <> '{}';
-- The notes of before name people, too; these were told by the bell, and count as looked at.
update conversations c set mentioned = named.ids
from (
  select m.conversation_id, (array_agg(distinct (p->>'id')::int))[1:50] as ids
  from messages m, jsonb_array_elements(m.mentions) p
  where m.note and m.mentions is not null and jsonb_typeof(m.mentions) = 'array'
  group by m.conversation_id
) named
where named.conversation_id = c.id;
