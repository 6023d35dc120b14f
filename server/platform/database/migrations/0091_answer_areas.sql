-- Areas have deadlines of their own for answers (contract/entities/answer-deadlines.ts); none of those there were.
alter table bots alter column answer_deadlines set
  default '{"first": null, "next": null, "warn_percent": 80, "open_hours": true, "priorities": {}, "areas": {}}';
update bots set answer_deadlines = answer_deadlines || '{"areas": {}}';
-- Whose minutes a deadline has, where it is not those of all. Which those were is not known of who waits already, until it
-- is worked out anew.
alter table conversations add column answer_by text check (answer_by in ('priority', 'area'));
