-- Of tickets to the makers, too, the ticket decides who may still see what told of it.
update notifications n set ticket_id = substring(n.link from '[?&]ticket=([^&]+)')
where n.ticket_id is null and n.link like '/soporte?%';
