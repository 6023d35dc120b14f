-- Absences tell of their beginning and their end: those that are ahead, and the end of those that hold.
insert into jobs (id, kind, key, payload, run_at)
select 'absence-' || id, 'absence.moment', 'absence.moment:' || id, jsonb_build_object('id', id),
  case when starts_at > now() then starts_at else ends_at end
from absences where ends_at > now()
on conflict (key) do nothing;
