-- Single edits that must not overwrite each other, and what a published bot could not answer.

-- {'node cuotas': {revision, by}}: with which revision each thing of the draft was changed last, and by whom.
alter table bot_drafts add column touched jsonb not null default '{}';

create table bot_unanswered (
  bot_id integer not null references bots on delete cascade,
  -- The question's words, folded: the same question in other letters is the same row.
  key text not null,
  text text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  standing text not null default 'open' check (standing in ('open', 'dismissed', 'taught')),
  -- The version that was published when it was taught: a later one that fails again reopens it.
  taught_at_version integer,
  primary key (bot_id, key)
);
create index bot_unanswered_list on bot_unanswered (bot_id, standing, count desc);
