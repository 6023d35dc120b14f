-- What waits for something that has not come yet is looked for by the same questions as what waits for its turn: an index
-- of the latter alone served neither, and each question read every webhook of the month.
drop index hook_parts_due;
drop index hook_parts_lane;
create index hook_parts_due on hook_parts (next_at) where state in ('waiting', 'missing');
create index hook_parts_lane on hook_parts (lane) where state in ('waiting', 'missing');
