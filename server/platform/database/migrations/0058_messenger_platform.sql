-- Messenger says up to when everything was delivered, and up to when read, by its own time.
alter table channel_contacts add column delivered_until timestamptz;
alter table channel_contacts add column read_until timestamptz;
-- What of a customer may still move by such a time.
create index channel_sends_moving on channel_sends (conversation_id) where status in ('queued', 'sent', 'delivered');
