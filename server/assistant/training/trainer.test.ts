import { afterAll, expect, it } from 'vitest';
import { templateModel } from '../catalogue/catalogue.ts';
import { createTrainer, inlineTrainer } from './trainer.ts';

const trainer = createTrainer();
afterAll(() => trainer.stop());
const office = templateModel('generica', 'Oficina');
// What is light or heavy here must not grow with the template's examples.
const model = {
  ...office,
  intents: office.intents.map((intent) => ({ ...intent, examples: intent.examples.slice(0, 8) })),
};

it('learns in its thread what it would learn in the caller’s', async () => {
  const [there, here] = await Promise.all([trainer.train(model, 1), inlineTrainer.train(model, 1)]);
  for (const text of ['kiero pedir ora para mañana', 'cuanto sale', 'me cobraron doble'])
    expect(there.classify(text)).toEqual(here.classify(text));
});

it('leaves the caller’s thread free', async () => {
  const many = {
    nodes: model.nodes,
    intents: model.intents.map((intent) => ({ ...intent, examples: Array(5).fill(intent.examples).flat() })),
  };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const before = turns;
  await trainer.train(many, 1);
  clearInterval(counting);
  expect(turns - before).toBeGreaterThan(5);
});

it('goes on after what can’t be trained', async () => {
  const broken = {
    nodes: model.nodes,
    intents: [{ name: 'saludo', examples: null }],
  } as unknown as typeof model;
  await expect(trainer.train(broken, 1)).rejects.toThrow();
  expect((await trainer.train(model, 1)).classify('hola')[0]?.intent).toBe('saludo');
});

it('trains nothing after its end', async () => {
  const other = createTrainer();
  await other.stop();
  await expect(other.train(model, 1)).rejects.toThrow();
});

it("trains another bot's light model before the second of a bot that asked for many heavy ones", async () => {
  const heavy = {
    nodes: model.nodes,
    intents: model.intents.map((intent) => ({ ...intent, examples: Array(8).fill(intent.examples).flat() })),
  };
  // Both threads are there.
  await Promise.all([1, 2].map((botId) => trainer.train(model, botId)));
  const order: string[] = [];
  const train = (name: string, input: typeof model | typeof heavy, botId: number) =>
    trainer.train(input, botId).then(() => order.push(name));
  const all = [1, 2, 3].map((at) => train(`heavy ${at}`, heavy, 1));
  all.push(train('light', model, 2));
  await Promise.all(all);
  expect(order.indexOf('light')).toBeLessThan(order.indexOf('heavy 2'));
});
