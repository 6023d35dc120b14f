/** Nodes, intents and menus of a bot, made of what its file says (written-bot.ts). */
import type { TemplateName } from '../../../../contract/states.ts';
import type { BotModel, BotNode, Button, Intent } from '../../engine/bot-model.ts';
import { wordsOf } from '../../words/text.ts';
import type { Option, TopicSection, WrittenBot } from './written-bot.ts';

/** Options of one menu. The id carries its owner, so that an old menu's button still says where it came from. */
export function buttonsOf(owner: string, buttons: readonly Option[]): Button[] {
  return buttons.map(([label, node]) => ({ id: `${owner}>${node}`, label, node }));
}

/** 'Cambios y devoluciones' → 'cambios_y_devoluciones'. */
export const sectionName = (heading: string): string => wordsOf(heading).join('_');

/** Examples by the name of their topic. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** What surrounds the topics of a bot of this name. */
export function shellOf(
  { welcome, fallback, choice, handoff }: WrittenBot,
  botName: string,
): Pick<BotModel, 'welcome' | 'fallback' | 'choice' | 'handoff'> {
  return {
    welcome: {
      answers: welcome.answers.map((text) => text.replaceAll('{bot}', () => botName)),
      buttons: buttonsOf('welcome', welcome.buttons),
    },
    fallback: { answers: [...fallback.answers], buttons: buttonsOf('fallback', fallback.buttons) },
    // Each bot has its own: an owner's change must reach no other.
    choice: structuredClone(choice),
    handoff: structuredClone(handoff),
  };
}

/** Nodes and intents of topics, in their order. @param from absent: they are the owner's own */
export function compileTopics(
  sections: readonly TopicSection[],
  from?: { template: TemplateName; examples: Examples },
): Pick<BotModel, 'nodes' | 'intents'> {
  const nodes: BotNode[] = [];
  const intents: Intent[] = [];
  const origin = from ? { template: from.template } : {};
  for (const { section, topics } of sections) {
    for (const topic of topics) {
      const examples = topic.examples ?? from?.examples[topic.name] ?? [];
      nodes.push({
        id: topic.name,
        name: topic.name,
        title: topic.title,
        section: sectionName(section),
        ...(examples.length > 0 ? { intent: topic.name } : {}),
        answers: topic.answers,
        buttons: buttonsOf(topic.name, topic.buttons ?? []),
        status: true,
        ...(topic.slot ? { slot: topic.slot } : {}),
        ...(topic.handoff ? { handoff: true, area: null } : {}),
        ...origin,
      });
      if (examples.length > 0) intents.push({ name: topic.name, examples: [...examples], ...origin });
    }
  }
  return { nodes, intents };
}
