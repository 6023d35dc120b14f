-- Two clients whom a channel or a shop has shown to be one person: what both had. Null: a person merged them.
alter table lead_merges add column proof text check (proof in (
  'phone', 'email', 'rut', 'whatsapp', 'business_user', 'messenger', 'instagram', 'shop', 'visitor'));
