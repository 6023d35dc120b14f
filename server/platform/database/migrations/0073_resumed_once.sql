-- While somebody takes a cancellation back at a provider, nobody else does.
alter table subscriptions add column resuming_until timestamptz;
