-- A supervisor's figures of today: what people said to customers since midnight.
create index messages_answers on messages (bot_id, created_at) where sender = 'agent' and not note;
