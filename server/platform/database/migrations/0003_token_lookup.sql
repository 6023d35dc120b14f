-- A call that carries only `Authorization: Bearer` is looked up by the token's hash.
create unique index auth_tokens_hash on auth_tokens (token_hash);
