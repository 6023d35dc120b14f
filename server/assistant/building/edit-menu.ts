/** Changes of the welcome menu within a model, in place. */
import type { WelcomeButtonDraft } from '../../../contract/entities/bot-node.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { makeButtons, removeNodes, requireNode } from './edit-nodes.ts';

/**
 * The options in their order, each with what stands under it where that is sent. Nodes that were made for options
 * alone go with the last option that led to them. Throws rule at the option that leads nowhere.
 */
export function setMenu(model: BotModel, drafts: readonly WelcomeButtonDraft[]): void {
  model.welcome.buttons = makeButtons(model, 'welcome', drafts);
  for (const [place, { node_id, answers, suboptions }] of drafts.entries()) {
    const button = model.welcome.buttons[place];
    if (!button) continue;
    const node = requireNode(model, button.node);
    // A node of its own has its words already.
    if (node_id !== undefined && answers) node.answers = answers;
    if (suboptions) node.buttons = makeButtons(model, node.id, suboptions);
  }
  removeOrphans(model);
}

/** Takes out menus of one's own that nothing leads to any more, and then those that only they led to. */
function removeOrphans(model: BotModel): void {
  for (;;) {
    const led = new Set(
      [model.welcome, model.fallback, ...model.nodes].flatMap(({ buttons }) =>
        buttons.map(({ node }) => node),
      ),
    );
    for (const { next } of model.nodes) if (next !== undefined) led.add(next);
    const orphans = model.nodes.filter(
      ({ id, menuOnly, intent, conditions }) =>
        menuOnly === true && intent === undefined && conditions === undefined && !led.has(id),
    );
    if (orphans.length === 0) return;
    removeNodes(model, new Set(orphans.map(({ id }) => id)));
  }
}
