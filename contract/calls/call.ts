/** How a REST call is written down once, for the server's route table and the client's typed fetch alike. */
import type * as z from 'zod/mini';
import type { ModuleName, Permission } from '../permissions.ts';
import type { ServiceName } from '../services.ts';

type Part = 'params' | 'query' | 'body';

/**
 * Who may make a call. The server resolves the bot from where the rule says (never from the session's wish) and
 * checks the caller's link to it; a bot, user or entity of another tenant answers 404 like an absent one.
 */
export type Access =
  /** Anybody's; with `optionalSession`, who is signed in says so, and the call's own checks read it. */
  | { kind: 'public'; optionalSession?: true }
  | { kind: 'session' }
  /** The user id at this place must be the session's own. */
  | { kind: 'self'; in: Part; name: string }
  /** An internal account (STAFF_EMAILS). */
  | { kind: 'staff' }
  /**
   * Any link to the bot at this place, whatever its role; with `self`, the user id there must be the session's own.
   */
  | { kind: 'linked'; in: Part; name: string; self?: { in: Part; name: string } }
  /** As `bot`; where no bot is named at all the call's own checks answer that, and it can do nothing. */
  | { kind: 'bot_if_named'; in: Part; name: string; module: ModuleName; permission: Permission }
  /**
   * The bot id at this place; the caller's role there must hold the permission on the module, or on (one of) `orModule`
   * where several screens ask the same (the inbox and the history read the same conversations; every form that gives
   * somebody a role lists them).
   */
  | {
      kind: 'bot';
      in: Part;
      name: string;
      module: ModuleName;
      orModule?: ModuleName | readonly ModuleName[];
      permission: Permission;
    }
  /** The bot of the entity whose id stands at this place. */
  | {
      kind: 'entity';
      /** As the domain that has it calls it, which says whose it is; the server starts with no name unknown. */
      entity: string;
      in: Part;
      name: string;
      module: ModuleName;
      orModule?: ModuleName | readonly ModuleName[];
      permission: Permission;
    };

/** The modules of a rule: the permission on any of them will do. */
export const modulesOf = (rule: Extract<Access, { module: ModuleName }>): readonly ModuleName[] => [
  rule.module,
  ...('orModule' in rule ? [rule.orModule ?? []].flat() : []),
];

export interface Call<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Rule extends Access = Access,
> {
  service: ServiceName;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the service's base; `{name}` marks a parameter, `{product}` the product's slug. */
  path: string;
  access: Rule;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * The body travels as multipart/form-data, each key of `body` a field (JSON with the same keys is taken too);
   * `file` is the name of the one file, at most `maxBytes` long.
   */
  form?: { file?: string; maxBytes?: number };
  answer: Answer;
}

/** Keeps a call's exact types; the rule's too, from which the server knows what a handler gets. */
export function defineCall<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Answer extends z.ZodMiniType = z.ZodMiniType<undefined>,
  const Rule extends Access = Access,
>(call: Call<Params, Query, Body, Answer, Rule>): Call<Params, Query, Body, Answer, Rule> {
  return call;
}
