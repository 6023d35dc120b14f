-- By what a bot answered, and of which subject (contract/rules/answered-by.ts); null: it is no answer of a bot, or older.
alter table messages add column node text, add column subject text;
alter table metric_facts add column node text, add column subject text;
drop index metric_facts_key;
create index metric_facts_key on metric_facts (bot_id, key, at)
  include (value, open_value, agent_id, channel, category, counts, node, subject);
