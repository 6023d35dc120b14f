-- Documents that customers may read whole in the chat. Nobody's before: what a bot answers from need not be meant for it.
alter table documents add column readable boolean not null default false;
