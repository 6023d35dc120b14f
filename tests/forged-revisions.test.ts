/**
 * What is saved as a whole says which revision it was edited at. An editor who makes one up, higher than any answer told,
 * meets the same conflict as one who is behind; who saves again and again with what the last answer told never does.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn } from '../contract/days.ts';
import { NO_LIMIT } from '../contract/routing/blank.ts';
import { FIRST_BUTTON } from '../contract/whatsapp-button/button.ts';
import { type Person, startTestServer, type TestServer } from '../server/testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  owner = await server.addPerson('olga');
  await server.link(owner, BOT, 'propietario');
});
afterAll(() => server.close());

interface Form {
  path: string;
  /** Where its revision is read; the same address when absent. */
  from?: string;
  body: (revision: number, round: number) => object;
}
const main = `/svc/main/bot/${BOT}`;
const building = '/svc/templates/api/client';
const FORMS: Record<string, Form> = {
  'rules of assignment': {
    path: `${main}/routing`,
    body: (revision) => ({ revision, rules: [], capacity: NO_LIMIT, overrides: [] }),
  },
  'proactive messages': { path: `${main}/proactive`, body: (revision) => ({ revision, rules: [] }) },
  'the button to WhatsApp': {
    path: '/svc/main/whatsapp_button',
    from: `/svc/main/whatsapp_button?bot_id=${BOT}`,
    body: (revision) => ({ bot_id: BOT, revision, button: FIRST_BUTTON }),
  },
  'the calendar': {
    path: `${main}/calendar`,
    body: (revision) => ({
      revision,
      version: {
        valid_from: dayIn(server.app.clock.now().getTime()),
        zone: 'America/Santiago',
        hours: null,
        areas: [],
        holidays: 'none',
      },
    }),
  },
  'the settings': {
    path: main,
    from: `${main}/settings`,
    body: (revision, round) => ({
      'chatbot[description]': `La tienda, ${round}`,
      'chatbot[revision]': String(revision),
    }),
  },
  'phrases of the test': {
    path: `${building}/tests/${BOT}`,
    body: (revision) => ({ revision, phrases: [] }),
  },
  'areas of the draft': {
    path: `${building}/draft/settings`,
    from: `${building}/draft/${BOT}`,
    body: (revision, round) => ({
      bot_id: BOT,
      revision,
      settings: { areas: [{ area: round % 2 === 0 ? 'ventas' : 'soporte', condition: null }] },
    }),
  },
};

it.each(Object.entries(FORMS))(
  'EDIT-10 %s: a made up revision is a conflict, a told one is not',
  async (_name, form) => {
    const { path, from = path, body } = form;
    const told = async () =>
      ((await server.call('GET', from, { as: owner })).body as { revision: number }).revision;
    const save = (revision: number, round: number) =>
      server.call('PUT', path, { as: owner, body: body(revision, round) });
    const first = await told();
    // Also before anybody saved anything.
    for (const made of [first + 1, first + 9, 2_000_000_000])
      expect(await save(made, 0), String(made)).toMatchObject({
        status: 409,
        body: { error: 'conflict', details: { revision: first, by: 'Otra persona' } },
      });
    expect(await told()).toBe(first);
    for (const round of [1, 2, 3]) {
      const seen = await told();
      const saved = await save(seen, round);
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const answered = (saved.body as { revision?: number }).revision;
      expect(await told()).toBe(seen + 1);
      expect(answered ?? seen + 1).toBe(seen + 1);
      expect(await save(seen + 2, round + 1)).toMatchObject({
        status: 409,
        body: { details: { by: 'olga' } },
      });
    }
  },
);
