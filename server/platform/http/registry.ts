/** The table of all HTTP routes with the rule that guards each; tests walk it. */
import type { FastifyInstance } from 'fastify';
import type { Access, Call } from '../../../contract/calls/call.ts';
import type { Config } from '../config.ts';
import type { Gate } from './gate.ts';
import type { PersonsCalls } from './persons-calls.ts';

export interface RegisteredRoute {
  method: string;
  /** With Fastify's `:name` parameters. */
  url: string;
  /** The contract's rule, or in words why the route has none. */
  guard: { rule: Access; call: Call } | { reason: string };
}

/** What routes are mounted on. */
export interface Mounted {
  http: Registry;
  config: Pick<Config, 'product'>;
}

export interface Registry {
  /** Where routes are added; only http/route.ts touches it. */
  fastify: FastifyInstance;
  routes: RegisteredRoute[];
  /** Decides who may make a call. */
  gate: Gate;
  /** Every call of somebody who is signed in passes here. */
  calls: PersonsCalls;
  /** What Fastify really serves, as 'METHOD url': tests hold it against `routes`. */
  mounted: string[];
}
