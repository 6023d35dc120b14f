/** What a message may be about, for the caller that chooses among the bot's own interactions in the engine's place. */
import type { BotContext, BotNode } from './bot-model.ts';
import { readText, type Surroundings } from './choose-node.ts';
import type { Classifier } from './classifier.ts';
import type { CompiledModel } from './compile-model.ts';

export interface Choosable {
  node: string;
  title: string;
  examples: readonly string[];
}

/** Interactions that could answer now, the likeliest first: each with phrases, switched on, its condition held. */
export function choosable(
  compiled: CompiledModel,
  classifier: Classifier,
  context: BotContext,
  text: string,
  around: Surroundings,
): Choosable[] {
  const { facts, guesses } = readText(compiled, classifier, context, text, around);
  const examples = new Map(compiled.model.intents.map((intent) => [intent.name, intent.examples]));
  const place = new Map(guesses.map(({ intent }, at) => [intent, at]));
  const rank = (intent: string) => place.get(intent) ?? guesses.length;
  const holds = (node: BotNode) => compiled.conditions.get(node.id)?.(facts) ?? true;
  return [...compiled.byIntent]
    .sort(([one], [other]) => rank(one) - rank(other))
    .flatMap(([intent, nodes]) => {
      const node = nodes.find(holds);
      return node ? [{ node: node.id, title: node.title, examples: examples.get(intent) ?? [] }] : [];
    });
}
