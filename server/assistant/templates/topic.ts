import type { BotModel, BotNode, Button, Intent } from '../engine/bot-model.ts';

/** One subject of a template: an intent with its examples and the node that answers it, written in one place. */
export interface Topic {
  /** Intent name and node id in one: both are stored, an owner may part them later. */
  name: string;
  /** What a button or an offer of choices calls it. */
  title: string;
  /** Phrases, one a line. A topic without any is a sub-menu: reached by buttons alone. */
  examples?: string;
  answers: string[];
  /** `[label, topic name]`. */
  buttons?: [string, string][];
  handoff?: boolean;
}

/** Topics under the heading that the catalogue of templates lists them by. */
export interface TopicSection {
  section: string;
  topics: Topic[];
}

/** Options of one menu. The id carries its owner, so that an old menu's button still says where it came from. */
export function buttonsOf(owner: string, buttons: [string, string][]): Button[] {
  return buttons.map(([label, node]) => ({ id: `${owner}>${node}`, label, node }));
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Nodes and intents of a template's topics, in their order. */
export function compileTopics(sections: TopicSection[]): Pick<BotModel, 'nodes' | 'intents'> {
  const nodes: BotNode[] = [];
  const intents: Intent[] = [];
  for (const { section, topics } of sections) {
    for (const topic of topics) {
      nodes.push({
        id: topic.name,
        name: topic.name,
        title: topic.title,
        section,
        ...(topic.examples ? { intent: topic.name } : {}),
        answers: topic.answers,
        buttons: buttonsOf(topic.name, topic.buttons ?? []),
        status: true,
        ...(topic.handoff ? { handoff: true, area: null } : {}),
      });
      if (topic.examples) intents.push({ name: topic.name, examples: lines(topic.examples) });
    }
  }
  return { nodes, intents };
}
