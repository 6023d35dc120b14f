import { afterAll, expect, it } from 'vitest';
import { templateModel } from '../catalogue/catalogue.ts';
import { createTrainer, inlineTrainer } from './trainer.ts';

const trainer = createTrainer();
afterAll(() => trainer.stop());
const model = templateModel('generica', 'Oficina');

it('learns in its thread what it would learn in the caller’s', async () => {
  const [there, here] = await Promise.all([trainer.train(model), inlineTrainer.train(model)]);
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
  await trainer.train(many);
  clearInterval(counting);
  expect(turns - before).toBeGreaterThan(5);
});

it('goes on after what can’t be trained', async () => {
  const broken = {
    nodes: model.nodes,
    intents: [{ name: 'saludo', examples: null }],
  } as unknown as typeof model;
  await expect(trainer.train(broken)).rejects.toThrow();
  expect((await trainer.train(model)).classify('hola')[0]?.intent).toBe('saludo');
});

it('trains nothing after its end', async () => {
  const other = createTrainer();
  await other.stop();
  await expect(other.train(model)).rejects.toThrow();
});
