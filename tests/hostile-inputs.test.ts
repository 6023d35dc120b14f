/**
 * Every call with what no honest browser sends, by who may make it: texts of NUL and half characters, names of
 * prototypes, numbers that no column holds, JSON as deep as it goes. Whatever is refused is refused in words; nothing is
 * answered with a fault, and whatever was kept can be read afterwards.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Call } from '../contract/calls/call.ts';
import { CALLS } from '../contract/calls/index.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import { addEntity } from './support/add-entity.ts';
import { dice, hostileInput, spoiled } from './support/hostile-input.ts';
import { sampleInput } from './support/sample-input.ts';
import { makeTenant, SAMPLES_OF, type Tenant } from './support/samples.ts';
import { callAsOwner, type Input } from './support/tenant-call.ts';
import { SAMPLES } from './support/walk-samples.ts';

/** The same inputs each time; another number here is another attack. */
const SEED = 20_261_128;
/** Of each call: the good sample, then ones that are spoiled in a place, then ones that are made up. */
const EACH = 4;
/** Calls that measure a password take their time, by design. */
const SLOW = new Set(['changePassword', 'renewRecoveryCodes', 'endSecondFactor', 'beginSecondFactor']);
/** Parts of a call, as they are made. */
const PARTS = ['params', 'query', 'body'] as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Place {
  at: Tenant;
  /** What the call's rule speaks of. */
  id: unknown;
  things: Record<'lead' | 'upload' | 'role', unknown>;
}
const places = new Map<string, Place>();

/** A tenant for each kind of thing that rules speak of. */
async function placeOf({ access }: Call): Promise<Place> {
  const entity = access.kind === 'entity' ? access.entity : null;
  const known = places.get(entity ?? '');
  if (known) return known;
  const at = await makeTenant(server);
  const { botId, owner: person, linkId } = at;
  const seen = { state: 'pending', category: null, agent_id: null } as const;
  const place = {
    at,
    id: entity ? await addEntity(server, entity, { botId, person, linkId }, seen) : botId,
    things: {
      lead: await SAMPLES_OF.lead(server, at),
      upload: entity === 'upload' ? '' : await SAMPLES_OF.upload(server, at),
      role: await SAMPLES_OF.role(server, at),
    },
  };
  places.set(entity ?? '', place);
  return place;
}

/** Ids that lead further than a text that nobody has. */
const idsOf =
  ({ at, id, things }: Place) =>
  (name: string): readonly unknown[] => {
    if (/bot/i.test(name)) return [at.botId];
    if (/^(user_id|userId|agent_id|people)$/.test(name)) return [at.owner.id, at.agent.id];
    if (/conversation|source_id/.test(name)) return [at.conversation, at.taken];
    if (/lead|^ids$/.test(name)) return [things.lead, id, at.conversation, at.taken];
    if (/role/.test(name)) return [things.role];
    if (/attachments|upload/.test(name)) return [things.upload];
    return [];
  };

/** Puts the ids that the call's rule speaks of where it looks for them: what comes after the rule is what is tried. */
function ruled({ access }: Call, input: Input, { at, id }: Place): Input {
  const put = (all: Input, where: { in: (typeof PARTS)[number]; name: string }, value: unknown): Input => {
    const [first = '', ...rest] = where.name.split('.');
    const part = { ...all[where.in] };
    const inner = part[first];
    const last = rest.join('.');
    part[first] =
      last === ''
        ? value
        : { ...(typeof inner === 'object' && !Array.isArray(inner) ? inner : {}), [last]: value };
    return { ...all, [where.in]: part };
  };
  if (!('in' in access)) return input;
  const one = put(input, access, access.kind === 'self' ? at.owner.id : id);
  return access.kind === 'linked' && access.self ? put(one, access.self, at.owner.id) : one;
}

const random = dice(SEED);

function inputOf(name: string, call: Call, place: Place, round: number): Input {
  const input: Input = {};
  for (const part of PARTS) {
    const sample = SAMPLES[name]?.[part] ?? sampleInput(call[part]);
    const made = round === EACH - 1 ? hostileInput(call[part], random, idsOf(place)) : sample;
    if (made) input[part] = made as Record<string, unknown>;
  }
  const given = PARTS.filter((part) => input[part]);
  const part = given[Math.floor(random() * given.length)];
  if (round > 0 && round < EACH - 1 && part) {
    const broken = spoiled(input[part], random);
    input[part] = typeof broken === 'object' && broken !== null ? (broken as Record<string, unknown>) : {};
  }
  const made = ruled(call, input, place);
  // No address can be written with half a character.
  for (const [key, value] of Object.entries(made.params ?? {}))
    if (typeof value === 'string')
      made.params = { ...made.params, [key]: value.replace(/\p{Surrogate}/gu, '?') };
  return made;
}

const named = Object.entries(CALLS) as unknown as [string, Call][];

it('no call answers what is hostile with a fault, and what was kept of it can be read', async () => {
  const faults: string[] = [];
  const make = async (name: string, call: Call, input: Input) => {
    const { at } = await placeOf(call);
    const { status } = await callAsOwner(server, call, at, input);
    // Some of them end sessions.
    if (status === 401) at.owner.headers = await server.signIn(at.owner);
    if (status >= 500 && status !== 503)
      faults.push(`${name} ${status} ${JSON.stringify(input).slice(0, 500)}`);
  };
  for (const [name, call] of named) {
    if (SLOW.has(name)) continue;
    const place = await placeOf(call);
    for (let round = 0; round < EACH; round += 1) await make(name, call, inputOf(name, call, place, round));
  }
  for (const [name, call] of named) {
    if (call.method === 'GET' && call.access.kind !== 'public')
      await make(name, call, inputOf(name, call, await placeOf(call), 0));
  }
  expect(faults).toEqual([]);
});

const idsOnly = ['changeMany', 'changeLeads', 'deleteLeads'] as const;
it.each(idsOnly)('%s refuses an id of NUL before anything is done', async (name) => {
  const call = CALLS[name] as unknown as Call;
  const place = await placeOf(call);
  const { at } = place;
  const change = { add_tags: ['vip'] };
  const body = {
    bot_id: at.botId,
    ids: [at.conversation, '\u0000'],
    ...(name === 'deleteLeads' ? {} : { change }),
  };
  expect((await callAsOwner(server, call, at, { body })).status).toBe(400);
});
