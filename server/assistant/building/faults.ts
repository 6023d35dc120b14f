/** What is wrong with a draft, in the owner's words: errors hold a publication up, warnings don't. */
import type { DraftFault } from '../../../contract/entities/bot-draft.ts';
import type { BotModel, BotNode } from '../engine/bot-model.ts';
import { ConditionFault, readCondition } from '../engine/condition.ts';
import { TICKET_VALUES } from '../engine/ticket.ts';

type Where = { node?: BotNode; intent?: string };

/** Errors first. */
export function draftFaults(model: BotModel): DraftFault[] {
  const faults: DraftFault[] = [];
  const add = (level: DraftFault['level'], message: string, { node, intent }: Where = {}) =>
    void faults.push({
      level,
      message,
      node_id: node?.id ?? null,
      intent_name: intent ?? node?.intent ?? null,
    });
  const byId = new Map(model.nodes.map((node) => [node.id, node]));

  if (!byId.get(model.handoff.node)?.handoff)
    add('warning', 'Ninguna interacción pasa a una persona cuando el bot no entiende.');
  for (const { label, node } of model.welcome.buttons) checkButton(label, node, 'el menú inicial');
  for (const node of model.nodes) {
    for (const { label, node: target } of node.buttons) checkButton(label, target, `«${node.title}»`, node);
    if (node.next !== undefined && !byId.has(node.next))
      add('error', `«${node.title}» sigue con una interacción que no existe.`, { node });
    if (node.parent !== undefined && !byId.has(node.parent))
      add('error', `«${node.title}» depende de una interacción que no existe.`, { node });
    checkCondition(node);
    if (node.needsReview !== undefined) add('warning', `«${node.title}»: ${node.needsReview}`, { node });
  }
  checkIntents();
  checkReach();
  checkValues();
  return faults.sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));

  function checkButton(label: string, target: string, where: string, node?: BotNode): void {
    const at = node ? { node } : {};
    const found = byId.get(target);
    if (!found) add('error', `La opción «${label}» de ${where} no lleva a ninguna interacción.`, at);
    else if (!found.status)
      add(
        'warning',
        `La opción «${label}» de ${where} no se muestra: «${found.title}» está desactivada.`,
        at,
      );
  }

  function checkCondition(node: BotNode): void {
    if (node.conditions === undefined) return;
    try {
      readCondition(node.conditions);
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      add('error', `«${node.title}»: ${error.message}`, { node });
    }
  }

  function checkIntents(): void {
    const names = new Set(model.intents.map(({ name }) => name));
    for (const { name, examples } of model.intents) {
      const nodes = model.nodes.filter((node) => node.intent === name);
      if (nodes.length === 0) add('warning', `Nada responde a la intención «${name}».`, { intent: name });
      else if (nodes.some(({ status }) => status) && examples.length < FEW_EXAMPLES)
        add('warning', `«${nodes[0]?.title}» tiene pocas frases de ejemplo (${examples.length}).`, {
          intent: name,
        });
    }
    for (const node of model.nodes) {
      if (node.intent !== undefined && !names.has(node.intent))
        add('error', `«${node.title}» responde a una intención que no existe.`, { node });
    }
  }

  /** Texts that say a value which nothing asks for or leaves. */
  function checkValues(): void {
    const left = new Set(
      model.nodes.flatMap((node) => [
        ...(node.slot ? [node.slot.name] : []),
        ...Object.keys(node.context ?? {}),
        ...(node.ticket ? TICKET_VALUES : []),
      ]),
    );
    for (const node of model.nodes) {
      const said = [...node.answers, node.slot?.question ?? '', node.ticket?.subject ?? ''].join('\n');
      const unknown = [...said.matchAll(/\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu)].find(
        ([, name = '']) => !left.has(name) && name !== 'canal',
      );
      if (unknown)
        add('warning', `«${node.title}» dice ${unknown[0]}, y ninguna interacción pide ese dato.`, { node });
    }
  }

  /** Nodes that nobody gets to, and circles of nodes that say each other. */
  function checkReach(): void {
    const led = new Set([
      ...model.welcome.buttons.map(({ node }) => node),
      ...model.fallback.buttons.map(({ node }) => node),
      ...model.nodes.flatMap((node) => [...node.buttons.map((button) => button.node), node.next ?? '']),
      model.handoff.node,
    ]);
    for (const node of model.nodes) {
      const called = node.intent !== undefined || node.conditions !== undefined || led.has(node.id);
      if (node.status && !called) add('warning', `Nadie llega a «${node.title}».`, { node });
      if (inCircle(node))
        add('warning', `«${node.title}» vuelve a sí misma: el bot corta la vuelta.`, { node });
    }
  }

  function inCircle(start: BotNode): boolean {
    const seen = new Set<string>();
    let node = byId.get(start.next ?? '');
    while (node && !seen.has(node.id)) {
      if (node === start) return true;
      seen.add(node.id);
      node = byId.get(node.next ?? '');
    }
    return false;
  }
}

/** With fewer the classifier has next to nothing to go by (docs/decisions/0003). */
const FEW_EXAMPLES = 3;
