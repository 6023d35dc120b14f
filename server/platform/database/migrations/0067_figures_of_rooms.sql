-- Figures of campaigns, products and tickets read these rows by their instant.
create index campaign_recipients_at on campaign_recipients (campaign_id, at) where at is not null;
create index messages_cards on messages (bot_id, created_at) where cards is not null;
create index automation_sends_bot on automation_sends (bot_id, at);
create index automation_recoveries_at on automation_recoveries (bot_id, at);
-- A rating counts in the instant in which it was given, on every screen.
create index conversations_rated on conversations (bot_id, rated_at) where rated_at is not null;
