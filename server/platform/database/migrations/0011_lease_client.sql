-- Whose browser a lease belongs to: the end of its session ends its leases, whether or not the socket still stands.
alter table presence_leases add column client text;
create index presence_leases_client on presence_leases (client);
