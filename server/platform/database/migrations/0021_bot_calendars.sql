-- The calendar of a bot: zone, hours, areas with their own, holidays, own days. It holds from saving on and not from
-- a publication. No row: nobody ever changed it (people attend at all times).
create table bot_calendars (
  bot_id integer primary key references bots on delete cascade,
  -- Grows with every change.
  revision integer not null,
  -- [{valid_from, zone, hours, areas, holidays, saved_at, saved_by}] by valid_from; null: since ever.
  versions jsonb not null,
  -- [{day, name, spans}]
  days jsonb not null,
  updated_by_name text
);

-- The hours that customers met so far stood in the published model, with areas' own at the rules that lead there; of
-- two rules of one area the first one's hold. Nobody asked for holidays yet: none are kept until an owner chooses so.
with settings as (
  select m.bot_id, m.model -> 'settings' as of_model from bot_models m
  where m.model -> 'settings' is not null
), own as (
  select distinct on (s.bot_id, rule.value ->> 'area') s.bot_id, rule.value ->> 'area' as area,
    rule.value -> 'hours' as hours
  from settings s, jsonb_array_elements(coalesce(nullif(s.of_model -> 'areas', 'null'), '[]')) with ordinality as rule(value, place)
  where jsonb_typeof(rule.value -> 'hours') = 'array'
  order by s.bot_id, rule.value ->> 'area', rule.place
)
insert into bot_calendars (bot_id, revision, versions, days)
select s.bot_id, 1, jsonb_build_array(jsonb_build_object(
    'valid_from', null,
    'zone', 'America/Santiago',
    'hours', case when jsonb_typeof(s.of_model -> 'hours') = 'array' then s.of_model -> 'hours' end,
    'areas', coalesce((
      select jsonb_agg(jsonb_build_object('area', own.area, 'hours', own.hours) order by own.area)
      from own where own.bot_id = s.bot_id), '[]'),
    'holidays', 'none',
    'saved_at', null,
    'saved_by', null
  )), '[]'
from settings s
where jsonb_typeof(s.of_model -> 'hours') = 'array' or exists (select 1 from own where own.bot_id = s.bot_id);

-- They stand nowhere else from now on.
update bot_models set model = model #- '{settings,hours}' where model -> 'settings' ? 'hours';
update bot_drafts set model = model #- '{settings,hours}' where model -> 'settings' ? 'hours';
