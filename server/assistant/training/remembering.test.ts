import { expect, it } from 'vitest';
import { templateModel } from '../catalogue/catalogue.ts';
import { type Classifier, trainIntents } from '../engine/classifier.ts';
import type { TrainingInput } from '../engine/learn.ts';
import { rememberingTrainer } from './remembering.ts';

const office = templateModel('generica', 'Oficina');
const model = {
  ...office,
  intents: office.intents.map((intent) => ({ ...intent, examples: intent.examples.slice(0, 4) })),
};

/** Counts what is really trained. */
function counted(
  train = (input: TrainingInput): Promise<Classifier> => Promise.resolve(trainIntents(input)),
) {
  const asked: TrainingInput[] = [];
  const trainer = rememberingTrainer({
    train: (input) => {
      asked.push(input);
      return train(input);
    },
    stop: () => Promise.resolve(),
  });
  return { trainer, asked };
}

it('trains what only says something else once, no matter who asks and when', async () => {
  const { trainer, asked } = counted();
  const reworded = { ...model, nodes: model.nodes.map((node) => ({ ...node, answers: ['Otra cosa.'] })) };
  const [first, meanwhile] = await Promise.all([trainer.train(model, 1), trainer.train(reworded, 2)]);
  expect(await trainer.train(reworded, 1)).toBe(first);
  expect(meanwhile).toBe(first);
  expect(asked).toHaveLength(1);
});

it('trains again when an example, a name, a switched-off node or a counterexample changes', async () => {
  const { trainer, asked } = counted();
  const [intent] = model.intents;
  if (!intent) throw new Error('No intents');
  const others = model.intents.slice(1);
  await trainer.train(model, 1);
  for (const changed of [
    { ...model, intents: [{ ...intent, examples: [...intent.examples, 'oiga una cosita'] }, ...others] },
    { ...model, intents: [...others, intent] },
    { ...model, nodes: model.nodes.map((node) => ({ ...node, status: node.intent !== intent.name })) },
    { ...model, counterexamples: ['Tengo sueño'] },
  ])
    await trainer.train(changed, 1);
  expect(asked).toHaveLength(5);
});

it('remembers no failure', async () => {
  let broken = true;
  const { trainer, asked } = counted((input) =>
    broken ? Promise.reject(new Error('no')) : Promise.resolve(trainIntents(input)),
  );
  await expect(trainer.train(model, 1)).rejects.toThrow('no');
  broken = false;
  expect((await trainer.train(model, 1)).classify('hola')[0]?.intent).toBe('saludo');
  expect(asked).toHaveLength(2);
});

it('lets go of what no bot answers with, but for the last few', async () => {
  const { trainer, asked } = counted();
  const variants = Array.from({ length: 5 }, (_, n) => ({ ...model, counterexamples: [`frase ${n}`] }));
  for (const one of variants) await trainer.train(one, 1);
  for (const one of variants.slice(1)) await trainer.train(one, 1);
  expect(asked).toHaveLength(5);
});
