-- When a note got another wording, or was taken back.
alter table messages add column edited_at timestamptz;
