alter table user_bots
  -- What they chose in the selector last; null: they were never asked.
  add column chosen_status text check (chosen_status in ('active', 'absent', 'inactive')),
  -- When a browser of theirs was last there; while one is, presence_leases say so.
  add column last_seen_at timestamptz;

-- Who ever had another status than the one they were linked with has chosen the one that stands.
update user_bots ub set chosen_status = ub.status
where ub.status in ('active', 'absent')
  or ub.status = 'inactive' and exists (
    select 1 from status_spans s where s.bot_id = ub.bot_id and s.user_id = ub.user_id and s.status <> 'inactive');

-- As near as the hours of before tell it.
update user_bots ub set last_seen_at = (
  select max(coalesce(s.ended_at, s.started_at)) from status_spans s
  where s.bot_id = ub.bot_id and s.user_id = ub.user_id and s.status in ('active', 'absent'));
