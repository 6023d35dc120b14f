-- People choose in which order their own fields stand; a new one stands last.

alter table lead_fields add column place integer not null default 0;

update lead_fields f set place = o.place
from (select id, row_number() over (partition by bot_id order by created_at, id) as place from lead_fields) o
where o.id = f.id;
