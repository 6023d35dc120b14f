import type { NodeSlot } from '../../../../contract/entities/bot-slot.ts';
import type { TemplateName } from '../../../../contract/states.ts';
import type { BotModel, BotNode, Button, Entity, Intent } from '../../engine/bot-model.ts';
import { wordsOf } from '../../words/text.ts';

/** One subject of a template: an intent with its examples and the node that answers it, written in one place. */
export interface Topic {
  /** Intent name and node id in one: both are stored, an owner may part them later. */
  name: string;
  /** What a button or an offer of choices calls it. */
  title: string;
  /**
   * Phrases, one a line; those of a template are data beside it. A topic without any is a sub-menu: reached by buttons
   * alone.
   */
  examples?: string;
  answers: string[];
  /** `[label, topic name]`. */
  buttons?: [string, string][];
  handoff?: boolean;
  /** What it asks for before it answers. */
  slot?: NodeSlot;
}

/** Topics under the heading that the catalogue of templates lists them by. */
export interface TopicSection {
  section: string;
  topics: Topic[];
}

/** A template whole: what a new bot starts from. `shell` is what surrounds the topics. */
export interface Template {
  label: string;
  sections: readonly TopicSection[];
  /** Phrases of many people for each topic that has any. */
  examples: Examples;
  /** What its customers ask that it has no answer for. */
  counterexamples: readonly string[];
  entities: readonly Entity[];
  shell: (botName: string) => Pick<BotModel, 'welcome' | 'fallback' | 'choice' | 'handoff'>;
}

/** Options of one menu. The id carries its owner, so that an old menu's button still says where it came from. */
export function buttonsOf(owner: string, buttons: [string, string][]): Button[] {
  return buttons.map(([label, node]) => ({ id: `${owner}>${node}`, label, node }));
}

/** 'Cambios y devoluciones' → 'cambios_y_devoluciones'. */
export const sectionName = (heading: string): string => wordsOf(heading).join('_');

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Examples by the name of their topic. */
export type Examples = Readonly<Record<string, readonly string[]>>;

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
      const examples = topic.examples ? lines(topic.examples) : (from?.examples[topic.name] ?? []);
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

/** An entity of a template; each line is a value with its synonyms: `débito: redcompra, tarjeta de débito`. */
export function entity(name: string, template: TemplateName, text: string): Entity {
  return {
    name,
    template,
    values: lines(text).map((line) => {
      const [value = '', synonyms = ''] = line.split(':');
      return {
        value: value.trim(),
        type: 'synonyms',
        synonyms: synonyms
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
        patterns: [],
      };
    }),
  };
}
