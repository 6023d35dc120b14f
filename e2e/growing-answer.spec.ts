/**
 * The language model's answer: it grows before the customer's eyes and then stands as one message, in the
 * chat and in the inbox; a model that fails halfway leaves nothing of what it had begun.
 */
import { expect, test } from '@playwright/test';
import type { FakeLlm } from '../server/assistant/llm/testing.ts';
import { Agent } from './support/agent.ts';
import { Api } from './support/api.ts';
import { launchWithModel } from './support/model-server.ts';
import { Person } from './support/person.ts';
import type { ServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

const OWNER = 'propietaria@charla.test';
let model: FakeLlm;
/** Of this file alone: it has a model. */
let server: ServerProcess;
test.beforeAll(async () => {
  ({ model, server } = await launchWithModel());
});
test.afterAll(async () => {
  await server.close();
  await model.close();
});

test('grows in the chat, then stands as one message there and in the inbox', async ({ browser }) => {
  const api = await Api.signIn(server.url, OWNER);
  await api.call('PUT', '/svc/assistant/api/llm/64', { enabled: true, only_documents: false });
  let finish: (value: unknown) => void = () => undefined;
  const pause = new Promise((resolve) => {
    finish = resolve;
  });
  model.next = { words: ['Las abejas ', 'duermen ', 'de noche.'], pause };
  const visitor = await Visitor.open(browser, server.url);
  await visitor.say('zarandaja perengana chirimbolo');
  const begun = visitor.log.getByText('Las abejas', { exact: true });
  await expect(begun).toBeVisible();
  await expect(visitor.page.getByText('Escribiendo…')).toBeVisible();

  finish(null);
  const whole = 'Las abejas duermen de noche.';
  await expect(visitor.log.getByText(whole)).toHaveCount(1);
  await expect(begun).toHaveCount(0);
  await expect(visitor.page.getByText('Escribiendo…')).toHaveCount(0);
  const owner = await Agent.open(browser, server.url, OWNER);
  await owner.tab.goto(
    `${server.url}/charla-live-2?bot=64&state=active&conversation=${visitor.conversation}`,
  );
  await expect(owner.tab.getByRole('log').getByText(whole)).toHaveCount(1);
  await visitor.page.reload();
  await expect(visitor.log.getByText(whole)).toHaveCount(1);

  model.next = 'break';
  await visitor.say('chirimbolo perengana zarandaja');
  await expect(visitor.log.getByText('Los envíos', { exact: true })).toHaveCount(0);
  await expect(visitor.page.getByText('Escribiendo…')).toHaveCount(0);
  expect(model.asked).toHaveLength(2);
  await owner.context.close();
  await visitor.context.close();
});

test('the preview tells whether the model was asked, and shows what it said before anybody else sees it', async ({
  browser,
}) => {
  const api = await Api.signIn(server.url, OWNER);
  await api.call('PUT', '/svc/assistant/api/llm/64', { enabled: true, only_documents: false });
  model.next = { words: ['Los pingüinos ', 'no venden nada.'] };
  const owner = await Person.signedIn(browser, server.url, OWNER, { bot: 64 });
  const { page } = owner;
  await owner.screen('/preview', 'Previsualizar');
  const chat = page.frameLocator('iframe[title="Chat de prueba"]');
  const field = chat.getByLabel('Escribe tu mensaje');
  await field.fill('zarandaja perengana chirimbolo');
  await field.press('Enter');
  await expect(chat.getByRole('log', { name: 'Mensajes' })).toContainText('Los pingüinos no venden nada.');
  const reasons = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Modelo de lenguaje' }) });
  await expect(reasons.last()).toContainText('Se le preguntó porque ninguna interacción calzó, y respondió.');
  await owner.looksRightInBoth('the model’s part of the reasons');

  await field.fill('a qué hora abren');
  await field.press('Enter');
  await expect(reasons.last()).toContainText('No se le preguntó: el bot tenía una respuesta propia.');
  await owner.close();
});
