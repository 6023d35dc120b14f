import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  shownWhatsAppButton,
  type WhatsAppButton,
  type WhatsAppButtonSettings,
} from '../../contract/entities/whatsapp-button.ts';
import { FIRST_BUTTON } from '../../contract/whatsapp-button/button.ts';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

let server: TestServer;
let team: Team;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(64);
  const [bot] = await server.app.db.query<{ token: string }>(sql`select token from bots where id = 64`);
  token = bot?.token ?? '';
});
afterAll(() => server.close());
beforeEach(() => server.app.db.query(sql`delete from whatsapp_buttons`));

const PATH = '/svc/main/whatsapp_button';
const SALES = { id: 'v', name: 'Ventas', phone: '+56912345678', area: 'ventas' as const, text: 'Hola' };
const LOCAL = { id: 'l', name: 'El local', phone: '+56222345678', area: null, text: '' };
const button = (part: Partial<WhatsAppButton> = {}): WhatsAppButton => ({
  ...FIRST_BUTTON,
  on: true,
  contacts: [LOCAL, SALES],
  ...part,
});
const read = async (as: Person = team.owner) =>
  (await server.call('GET', `${PATH}?bot_id=64`, { as })).body as WhatsAppButtonSettings;
const put = (wish: object, revision = 0, as: Person = team.owner) =>
  server.call('PUT', PATH, { as, body: { bot_id: 64, revision, button: wish } });
const ask = (of = `64?token=${token}`) => server.call('GET', `/visitor/whatsapp/${of}`);

describe('the button that leads to WhatsApp', () => {
  it('is off until somebody sets it, and then shown to sites as it was set', async () => {
    expect(await read()).toEqual({ bot_id: 64, revision: 0, button: FIRST_BUTTON, connected: [] });
    expect((await ask()).status).toBe(404);
    expect((await put(button({ label: '  Escríbenos \n ya ', closed: 'hide' }))).status).toBe(200);
    expect(await read()).toMatchObject({ revision: 1, button: { on: true, label: 'Escríbenos ya' } });
    const shown = shownWhatsAppButton.parse((await ask()).body);
    expect(shown.contacts).toEqual([
      { name: 'El local', area: null, phone: '56222345678', text: '', open: true, note: 'Abierto ahora' },
      {
        name: 'Ventas',
        area: 'ventas',
        phone: '56912345678',
        text: 'Hola',
        open: true,
        note: 'Abierto ahora',
      },
    ]);
    expect(shown.changes_at).toBeNull();
    expect((await server.call('GET', `/visitor/look/64?token=${token}`)).body).toMatchObject({
      whatsapp: true,
    });
    expect((await put(button({ on: false }), 1)).status).toBe(200);
    expect((await ask()).status).toBe(404);
    expect((await server.call('GET', `/visitor/look/64?token=${token}`)).body).toMatchObject({
      whatsapp: false,
    });
  });

  it('offers a number by the hours of its area, says when they begin, or hides it', async () => {
    const closed = { day: '2026-01-01', name: '', spans: [] };
    await server.app.db.query(sql`
      insert into bot_calendars (bot_id, revision, versions, days) values (64, 1, ${JSON.stringify([
        {
          valid_from: null,
          zone: 'America/Santiago',
          hours: null,
          holidays: 'none',
          areas: [{ area: 'ventas', hours: [] }],
        },
      ])}::jsonb, ${JSON.stringify([closed])}::jsonb)`);
    await put(button({ closed_note: 'Volvemos {abre}.', closed_text: 'Los leo mañana' }));
    expect(shownWhatsAppButton.parse((await ask()).body).contacts).toMatchObject([
      { name: 'El local', open: true },
      { name: 'Ventas', open: false, note: 'Volvemos apenas podamos.', text: 'Los leo mañana' },
    ]);
    await put(button({ closed: 'hide' }), 1);
    expect(shownWhatsAppButton.parse((await ask()).body).contacts).toMatchObject([{ name: 'El local' }]);
    await server.app.db.query(sql`delete from bot_calendars where bot_id = 64`);
  });

  it('counts presses of its own numbers by the days of the calendar, a few an address, and keeps nothing of who', async () => {
    await put(button());
    const press = (phone: string, of = `64/press?token=${token}`) =>
      server.call('POST', `/visitor/whatsapp/${of}&phone=${encodeURIComponent(phone)}`);
    expect((await press('+56912345678')).status).toBe(200);
    expect((await press('56912345678')).status).toBe(200);
    expect((await press('56222345678')).status).toBe(200);
    expect((await press('56999999999')).status).toBe(404);
    expect((await press('56912345678', '64/press?token=otro')).status).toBe(404);
    const seen = await server.call('GET', `${PATH}/presses?bot_id=64`, { as: team.owner });
    expect(seen.body).toMatchObject({
      zone: 'America/Santiago',
      total: 3,
      numbers: [
        { phone: '+56912345678', n: 2 },
        { phone: '+56222345678', n: 1 },
      ],
    });
    const { days } = seen.body as { days: { n: number }[] };
    expect([days.length, days.at(-1)?.n]).toEqual([30, 3]);
    const columns = await server.app.db.query<{ column_name: string | null }>(sql`
      select column_name from information_schema.columns where table_name = 'whatsapp_button_presses'`);
    expect(columns.map(({ column_name }) => column_name).sort()).toEqual(['at', 'bot_id', 'n', 'phone']);
    const many = await Promise.all(Array.from({ length: 40 }, () => press('56912345678')));
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect((await server.call('GET', `${PATH}/presses?bot_id=64`, { as: team.stranger })).status).toBe(404);
  });

  it('answers a save over somebody else’s change with what stands there now', async () => {
    await put(button());
    const late = await put(button({ label: 'Mío' }));
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ details: { revision: 1, by: 'olga' } });
    expect((await read()).button.label).toBe('');
    expect((await put(button({ label: 'Mío' }), 1)).status).toBe(200);
  });

  it.each([
    ['no number', { contacts: [] }, 'contacts'],
    ['the same number twice', { contacts: [LOCAL, LOCAL] }, 'contacts'],
    ['a number without a name', { contacts: [{ ...LOCAL, name: ' ' }] }, 'contacts.l.name'],
    ['a Chilean number with a slip', { contacts: [{ ...LOCAL, phone: '+5691234567' }] }, 'contacts.l.phone'],
    ['pages that nobody named', { places: { pages: 'only', paths: [' '], devices: 'all' } }, 'paths'],
    ['a page that is no path', { places: { pages: 'only', paths: ['contacto'], devices: 'all' } }, 'paths'],
  ])('refuses %s and changes nothing', async (_, part, field) => {
    const answer = await put(button(part as Partial<WhatsAppButton>));
    expect(fault(answer)).toMatchObject({ status: 422, fields: [field] });
    expect((await read()).revision).toBe(0);
  });

  it('is told to nobody without the bot’s token, and to no site of a bot that is off', async () => {
    await put(button());
    for (const of of ['64?token=otro', '64', `7?token=${token}`, 'x?token=y', `99999999999?token=${token}`])
      expect((await ask(of)).status, of).toBe(404);
    await server.app.db.query(sql`update bots set activated = false where id = 64`);
    expect((await ask()).status).toBe(404);
    await server.app.db.query(sql`update bots set activated = true where id = 64`);
    const { status, headers } = await ask();
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('records who changed the button, and how, in words', async () => {
    await put(button());
    const [record] = await server.app.db.query<{ changes: unknown; user_name: string | null }>(sql`
      select changes, user_name from audits where auditable_type = 'whatsapp_button' order by id desc limit 1`);
    expect(record?.user_name).toBe('olga');
    expect(JSON.stringify(record?.changes)).toContain('Ventas · +56 9 1234 5678 · ventas · «Hola»');
  });
});
