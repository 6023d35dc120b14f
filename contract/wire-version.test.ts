import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CALLS } from './calls/index.ts';
import {
  autoReconnect,
  autoReconnectAck,
  liveEvents,
  registerAgentStatus,
  socketAuth,
} from './realtime/agent-socket.ts';
import { EVENT_NAMES, envelopeSchemas, redacted } from './realtime/events.ts';
import * as visitor from './realtime/visitor-socket.ts';
import { WIRE_HISTORY } from './wire-history.ts';
import { WIRE_HASH, WIRE_VERSION } from './wire-version.ts';

const shape = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });

/** One stable text of the whole wire: calls with their rules, events, acknowledgements. */
function describeWire(): string {
  const calls = Object.entries(CALLS).map(([name, call]) => {
    const { params, query, body, answer, ...head } = call as unknown as Record<string, z.core.$ZodType> &
      object;
    const parts = Object.fromEntries(
      Object.entries({ params, query, body, answer }).map(([part, schema]) => [
        part,
        schema ? shape(schema) : null,
      ]),
    );
    return [name, head, parts];
  });
  const events = EVENT_NAMES.map((name) => [name, shape(envelopeSchemas[name] as z.core.$ZodType)]);
  const socket = {
    redacted,
    socketAuth,
    autoReconnect,
    autoReconnectAck,
    registerAgentStatus,
    ...liveEvents,
  };
  const visitors = Object.entries({ ...visitor, ...visitor.visitorEvents })
    .filter(([, value]) => value && typeof value === 'object' && '_zod' in value)
    .map(([name, schema]) => [name, shape(schema as z.core.$ZodType)]);
  const sockets = Object.entries(socket).map(([name, schema]) => [name, shape(schema as z.core.$ZodType)]);
  return JSON.stringify({ calls, events, sockets, visitors });
}

it('pins the wire: a changed schema needs a new version with its reason', () => {
  const hash = createHash('sha256').update(describeWire()).digest('hex').slice(0, 16);
  expect(WIRE_HASH).toBe(hash);
});

it('has a reason for each version', () => {
  expect(WIRE_VERSION).toBe(WIRE_HISTORY.length);
  expect(WIRE_HISTORY.filter((reason) => !/^.{10,}\.$/.test(reason))).toEqual([]);
});
