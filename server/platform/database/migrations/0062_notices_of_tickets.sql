-- Whose sight of a ticket decides whether a notification is shown.
alter table notifications add column ticket_id text;
update notifications n set ticket_id = substring(n.link from '[?&]ticket=([^&]+)')
where n.link like '/tickets?%';
create index notifications_ticket on notifications (ticket_id) where ticket_id is not null;
