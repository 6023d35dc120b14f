-- Inactive handling has a flag of its own, on unless it is switched off. Bots of before it was made carry that 'off',
-- but for the two that always had it.
update bots set flags = flags || '{"inactive_handling": false}'
where id not in (64, 3126) and not flags ? 'inactive_handling';
