/** The catalogue of templates over HTTP. */
import { CALLS } from '../../../contract/calls/index.ts';
import type { TemplateIntent, TemplateNode } from '../../../contract/entities/skill-template.ts';
import { TEMPLATES, type TemplateName } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import { CATALOGUE, sectionsOf, WRITTEN } from '../catalogue/catalogue.ts';
import type { BotNode } from '../engine/bot-model.ts';
import { readDraft } from './draft-store.ts';
import { toClientNode } from './to-wire.ts';

const chosen = (template: TemplateName | undefined): readonly TemplateName[] =>
  template ? [template] : TEMPLATES;

function toTemplateNode(template: TemplateName, node: BotNode): TemplateNode {
  return {
    id: `${template}.${node.id}`,
    node_id: node.id,
    node_name: node.name,
    title: node.title,
    template,
    section_name: node.section ?? '',
    intent_name: node.intent ?? null,
    answers: node.answers,
    buttons: node.buttons.map(({ id, label, node: target }) => ({ id, label, node_id: target })),
    handoff: node.handoff ?? false,
  };
}

const nodesOf = (template: TemplateName): TemplateNode[] =>
  WRITTEN[template].nodes.map((node) => toTemplateNode(template, node));

/** An intent of a template stands where the node stands that answers it. */
function intentsOf(template: TemplateName): TemplateIntent[] {
  const { nodes, intents } = WRITTEN[template];
  return intents.flatMap(({ name, examples }) => {
    const node = nodes.find((one) => one.intent === name);
    if (!node) return [];
    return {
      id: `${template}.${name}`,
      intent_name: name,
      title: node.title,
      template,
      section_name: node.section ?? '',
      examples,
      node_id: node.id,
    };
  });
}

const ALL_NODES = TEMPLATES.flatMap(nodesOf);
const ALL_INTENTS = TEMPLATES.flatMap(intentsOf);

function requireTemplateNode(id: string): TemplateNode {
  const node = ALL_NODES.find((one) => one.id === id);
  if (!node) throw new Refused('not_found');
  return node;
}

/** Mounts the calls. */
export function registerCatalogue(app: App): void {
  registerCall(app, CALLS.templates, async () =>
    TEMPLATES.map((name) => ({ name, label: CATALOGUE[name].label, value: name })),
  );
  registerCall(app, CALLS.templateSections, async ({ params }) =>
    sectionsOf(params.templateName).map(({ name, heading, intents }) => ({
      section_name: name,
      section_ui_name: heading,
      template: params.templateName,
      intents,
    })),
  );
  registerCall(app, CALLS.templateIntentById, async ({ params }) => {
    const intent = ALL_INTENTS.find(({ id }) => id === params.id);
    if (!intent) throw new Refused('not_found');
    return intent;
  });
  registerCall(app, CALLS.templateIntentsBySection, async ({ params, query }) =>
    chosen(query.template).flatMap((template) =>
      intentsOf(template).filter(({ section_name }) => section_name === params.name),
    ),
  );
  registerCall(app, CALLS.templateIntents, async ({ query }) => chosen(query.template).flatMap(intentsOf));
  registerCall(app, CALLS.templateNode, async ({ params }) => requireTemplateNode(params.id));
  registerCall(app, CALLS.templateNodeById, async ({ params }) => requireTemplateNode(params.id));
  registerCall(app, CALLS.templateAnswersByIntent, async ({ params, query }) => {
    const node = nodesOf(query.template).find(({ intent_name }) => intent_name === params.name);
    const draft = await readDraft(app.db, query.bot_id);
    const own = node && draft.model.nodes.find(({ id }) => id === node.node_id);
    const shown = own ? toClientNode(draft, own) : null;
    return { node: node ?? null, own: shown && { answers: shown.answers, buttons: shown.buttons } };
  });
  registerCall(app, CALLS.templateAnswersByName, async ({ params, query }) =>
    chosen(query.template).flatMap((template) =>
      nodesOf(template).filter(({ node_name }) => node_name === params.name),
    ),
  );
}
