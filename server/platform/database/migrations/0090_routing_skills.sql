-- Rules of assignment ask whoever gets it to know something (contract/entities/routing.ts): those there were ask nothing.
update bot_routing set rules = (
  select jsonb_agg(rule || '{"skills": {"match": "all", "ids": []}}' order by place)
  from jsonb_array_elements(rules) with ordinality as r(rule, place)
) where jsonb_array_length(rules) > 0;
