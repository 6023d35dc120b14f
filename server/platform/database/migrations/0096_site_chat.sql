-- Whether the chat in a site offers its form while the business is closed. It did everywhere before.
alter table bots add column leave_word boolean not null default true;
