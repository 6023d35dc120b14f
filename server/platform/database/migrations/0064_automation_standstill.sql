-- Why an automation stood still when its people were last told; null: it ran. Told once for each reason.
alter table automation_runs add column told text;
