/** Options under a person's answer in the chat: sent, refused, chosen; the bot stays silent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { listMessages } from '../queries/conversation.ts';
import { toVisitorMessage } from '../visitor/visitor-view.ts';
import { CommandsWorld, refusal, type Scene } from './testing.ts';

let stage: CommandsWorld;
let scene: Scene;
beforeAll(async () => {
  stage = await CommandsWorld.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.scene();
  await scene.take(scene.ana);
});

const press = (button: string | undefined, of = scene) =>
  stage.world.write(of.who, '', { button, text: undefined });
const log = async () => {
  const { messages } = await listMessages(stage.db, scene.ana.user.id, scene.botId, scene.id);
  return messages.filter(({ from }) => from !== 'system');
};

test('INB-103 what the customer presses is their answer, as they chose it; the bot says nothing while a person has it', async () => {
  const { buttons } = await scene.reply(scene.ana, { buttons: [' Sí ', 'No'] });
  expect(buttons.map(({ label }) => label)).toEqual(['Sí', 'No']);
  await press(buttons[1]?.id);
  expect((await log()).at(-1)).toMatchObject({ from: 'Cliente', text: 'No', buttons: [buttons[1]] });
  // A second thought, after other words.
  await scene.reply(scene.ana);
  await press(buttons[0]?.id);
  expect((await log()).at(-1)).toMatchObject({ from: 'Cliente', text: 'Sí', buttons: [buttons[0]] });
});

test('INB-103 once the bot has it again a choice is their words to it', async () => {
  const { buttons } = await scene.reply(scene.ana, { buttons: ['a qué hora abren'] });
  await scene.move(scene.ana, 'active');
  await press(buttons[0]?.id);
  const [said, answer] = (await log()).slice(-2);
  expect(said).toMatchObject({ from: 'Cliente', text: 'a qué hora abren' });
  expect(answer).toMatchObject({ from: 'bot', text: 'Abrimos de 9 a 18.' });
});

test('INB-103 nobody chooses what was offered to another, what was never offered, or what was said in a conversation that is over', async () => {
  const { buttons } = await scene.reply(scene.ana, { buttons: ['Sí'] });
  const other = await stage.scene();
  await other.take(other.ana);
  const gone = { message: 'Esa opción ya no está disponible.' };
  expect(await refusal(press(buttons[0]?.id, other))).toMatchObject(gone);
  const invented = ['offer:', "offer:' or true --", `offer:${'x'.repeat(90)}`, `${buttons[0]?.id}9`];
  for (const id of invented) expect(await refusal(press(id))).toMatchObject(gone);
  await scene.move(scene.ana, 'closed');
  expect(await refusal(press(buttons[0]?.id))).toMatchObject(gone);
});

test('INB-104 options stand in an answer alone, under words, and are whole; else nothing is sent', async () => {
  const before = (await log()).length;
  const refused = [
    { buttons: ['Sí'], note: true },
    { buttons: ['Sí'], text: '  ' },
    { buttons: ['Sí', 'Sí'] },
    { buttons: ['Sí', '\u202e'] },
    { buttons: ['x'.repeat(LIMITS.tagText)] },
  ];
  for (const extra of refused) {
    expect(await refusal(scene.reply(scene.ana, extra))).toMatchObject({ details: { field: 'buttons' } });
  }
  expect(await log()).toHaveLength(before);
});

test('INB-104 the same answer twice is one message with the same buttons', async () => {
  const said = { buttons: ['Sí', 'No'], temporal_id: 'twice' };
  const [first, second] = await Promise.all([scene.reply(scene.ana, said), scene.reply(scene.ana, said)]);
  expect(second.buttons).toEqual(first.buttons);
  expect((await log()).filter(({ buttons }) => buttons.length > 1)).toHaveLength(1);
});

const URL_KEPT = 'https://tienda.cl/catalogo';
const LINK = { label: 'Ver catálogo', url: URL_KEPT };

test('INB-132 a link leaves with its page after the options, as the chat gets it; nobody answers with it', async () => {
  const { buttons } = await scene.reply(scene.ana, {
    buttons: ['Sí'],
    links: [{ label: ' Ver catálogo ', url: ' HTTPS://Tienda.cl/catalogo ' }],
  });
  expect(buttons).toEqual([
    { id: expect.any(String), label: 'Sí' },
    { id: expect.any(String), ...LINK },
  ]);
  const kept = (await log()).at(-1);
  expect(kept?.buttons).toEqual(buttons);
  if (kept) expect(toVisitorMessage(stage.world.app, kept).buttons).toEqual(buttons);
  expect(await refusal(press(buttons[1]?.id))).toMatchObject({
    message: 'Esa opción ya no está disponible.',
  });
  await press(buttons[0]?.id);
  expect((await log()).at(-1)).toMatchObject({ from: 'Cliente', text: 'Sí' });
});

test('INB-132 an address that a customer may not be led to, a note, no words and too many: nothing is sent', async () => {
  const before = (await log()).length;
  const to = (url: string) => ({ links: [{ label: 'Ver', url }] });
  const refused = [
    to('javascript:alert(1)'),
    to('data:text/html,x'),
    to('http://tienda.cl/'),
    to('https://ana:clave@tienda.cl/'),
    to('https://tienda.cl/\u202egpj'),
    to('https://tienda.cl/\u0000'),
    to(`https://tienda.cl/${'x'.repeat(2_000)}`),
    to(''),
    { links: [LINK], note: true },
    { links: [LINK], text: ' ' },
    { links: [LINK, LINK] },
    { links: [LINK], buttons: ['Ver catálogo'] },
    { links: Array.from({ length: 10 }, (_, at) => ({ ...LINK, label: `b${at}` })), buttons: ['x'] },
  ];
  for (const extra of refused) {
    expect(await refusal(scene.reply(scene.ana, extra)), JSON.stringify(extra)).toMatchObject({
      details: { field: 'buttons' },
    });
  }
  expect(await log()).toHaveLength(before);
});
