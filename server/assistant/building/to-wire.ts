/** The draft's things as the contract shows them. */
import type { ClientEntity, ClientIntent } from '../../../contract/entities/bot-intent.ts';
import type { ClientNode, NodeButton, NodeOutput, WelcomeMenu } from '../../../contract/entities/bot-node.ts';
import { area } from '../../../contract/states.ts';
import type { BotModel, BotNode, Button } from '../engine/bot-model.ts';
import type { Draft } from './draft.ts';

/** By node_id, else by node_name; undefined: there is none. */
export function findNode(model: BotModel, name: string): BotNode | undefined {
  return model.nodes.find((node) => node.id === name) ?? model.nodes.find((node) => node.name === name);
}

function toButton(model: BotModel, { id, label, node }: Button): NodeButton {
  const target = model.nodes.find((one) => one.id === node);
  return { id, label, node_id: node, node_title: target?.title ?? null, live: target?.status ?? false };
}

const toOutput = (
  model: BotModel,
  { answers, buttons }: Pick<BotNode, 'answers' | 'buttons'>,
): NodeOutput => ({
  answers,
  buttons: buttons.map((button) => toButton(model, button)),
});

const said = ({ answers, buttons }: Pick<BotNode, 'answers' | 'buttons'>): string =>
  JSON.stringify([answers, buttons.map(({ id, label, node }) => [id, label, node])]);

/** One node with what the published bot says in its place. */
export function toClientNode({ botId, model, published }: Draft, node: BotNode): ClientNode {
  const before = published?.nodes.find((one) => one.id === node.id);
  return {
    bot_id: botId,
    node_id: node.id,
    node_name: node.name,
    title: node.title,
    template: node.template ?? null,
    section_name: node.section ?? null,
    intent_name: node.intent ?? null,
    status: node.status,
    ...toOutput(model, node),
    handoff: node.handoff ?? false,
    area: area.safeParse(node.area).data ?? null,
    conditions: node.conditions ?? null,
    parent: node.parent ?? null,
    next: node.next ?? null,
    context: node.context ?? {},
    slot: node.slot ?? null,
    ticket: node.ticket ?? null,
    needs_review: node.needsReview ?? null,
    output: before && published ? toOutput(published, before) : null,
    new_output: before && said(before) === said(node) ? null : toOutput(model, node),
  };
}

/** @param name of an intent of the draft */
export function toClientIntent({ botId, model }: Draft, name: string): ClientIntent {
  const intent = model.intents.find((one) => one.name === name);
  const nodes = model.nodes.filter((node) => node.intent === name);
  return {
    bot_id: botId,
    intent_name: name,
    title: nodes[0]?.title ?? name,
    template: intent?.template ?? null,
    section_name: nodes[0]?.section ?? null,
    examples: intent?.examples ?? [],
    node_id: nodes[0]?.id ?? null,
    live: nodes.some((node) => node.status),
  };
}

/** @param name of an entity of the draft */
export function toClientEntity({ botId, model }: Draft, name: string): ClientEntity {
  const entity = model.entities?.find((one) => one.name === name);
  return {
    bot_id: botId,
    entity_name: name,
    template: entity?.template ?? null,
    values: entity?.values ?? [],
  };
}

/** A draft's greeting and options, as the calls answer them. */
export function toWelcomeMenu({ botId, model }: Draft): WelcomeMenu {
  return {
    bot_id: botId,
    template: model.template ?? null,
    answers: model.welcome.answers,
    buttons: model.welcome.buttons.map((button) => {
      const node = model.nodes.find((one) => one.id === button.node);
      return {
        ...toButton(model, button),
        answers: node?.answers ?? [],
        suboptions: (node?.buttons ?? []).map((one) => toButton(model, one)),
        own_node: node?.menuOnly ?? false,
      };
    }),
  };
}
