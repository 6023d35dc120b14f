-- What a customer chose after the bot had offered choices for their sentence: the intent that it belongs to.
alter table bot_unanswered add column chosen text;
