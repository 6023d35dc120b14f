-- What a waiting customer last said, for the list: what the bot answers when it hands over tells nothing about them.
alter table conversations add column last_question text;
update conversations c set last_question = (
  select nullif(left(m.text, 160), '') from messages m
  where m.conversation_id = c.id and m.sender = 'Cliente' order by m.position desc limit 1
) where c.state not in ('closed', 'archived');

-- From how many minutes of waiting on a customer's wait stands out, and when it is too long.
alter table bots
  add column wait_soon_minutes integer not null default 5 check (wait_soon_minutes >= 1),
  add column wait_late_minutes integer not null default 15,
  add constraint wait_late_after_soon check (wait_late_minutes > wait_soon_minutes);
