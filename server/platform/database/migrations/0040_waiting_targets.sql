-- What waits for a message is looked for among parts that are being tried just now, too.
drop index hook_parts_missing;
create index hook_parts_missing on hook_parts (connection_id, target) where state in ('waiting', 'missing');
