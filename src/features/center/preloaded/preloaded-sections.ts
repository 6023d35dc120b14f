/** The preloaded interactions of a draft by section, with those of the template that the draft lacks. Pure. */
import type { ClientNode } from '../../../../contract/entities/bot-node.ts';
import type { SkillSection, TemplateIntent } from '../../../../contract/entities/skill-template.ts';
import { plainText } from '../../../ui/plain-text.ts';
import type { Building } from '../center-queries.ts';

export interface PreloadedItem {
  node_id: string;
  title: string;
  /** Null: the bot does not have it (any more); it can be added again. */
  node: ClientNode | null;
}
export interface PreloadedSection {
  name: string;
  heading: string;
  items: PreloadedItem[];
}

/** Sections in the template's order; nodes under a heading that it does not know come last, under 'Otras'. */
export function preloadedSections(
  { nodes, state }: Pick<Building, 'nodes' | 'state'>,
  sections: readonly SkillSection[],
  intents: readonly TemplateIntent[],
): PreloadedSection[] {
  const written = nodes.filter(({ template }) => template !== null && template === state.template);
  const own = new Set(written.map(({ node_id }) => node_id));
  const known = new Set(sections.map(({ section_name }) => section_name));
  const item = (node: ClientNode): PreloadedItem => ({ node_id: node.node_id, title: node.title, node });
  const listed = sections.map(({ section_name, section_ui_name }) => ({
    name: section_name,
    heading: section_ui_name,
    items: [
      ...written.filter((node) => node.section_name === section_name).map(item),
      ...intents
        .filter((intent) => intent.section_name === section_name && !own.has(intent.node_id))
        .map(({ node_id, title }) => ({ node_id, title, node: null })),
    ],
  }));
  const others = written.filter(({ section_name }) => section_name === null || !known.has(section_name));
  return others.length > 0
    ? [...listed, { name: 'otras', heading: 'Otras', items: others.map(item) }]
    : listed;
}

/** What of a section a search finds: in titles, answers, options and phrases, whatever the accents. */
export function found(
  section: PreloadedSection,
  { intents }: Pick<Building, 'intents'>,
  query: string,
): PreloadedSection {
  const wanted = plainText(query.trim());
  const phrases = new Map(intents.map(({ intent_name, examples }) => [intent_name, examples]));
  const items = section.items.filter(({ title, node }) => {
    const texts = node
      ? [
          ...node.answers,
          ...node.buttons.map(({ label }) => label),
          ...(phrases.get(node.intent_name ?? '') ?? []),
        ]
      : [];
    return [title, ...texts].some((text) => plainText(text).includes(wanted));
  });
  return { ...section, items };
}
