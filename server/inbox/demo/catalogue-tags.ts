/**
 * What the bot's filter catalogue (docs/product.md §3) says of demo clients and talks, so that its filters find something:
 * clients by city, brand and project, talks by what they are about.
 */
import type { FilterCatalogue } from '../../../contract/calls/inbox-tools.ts';
import type { DemoLead } from '../../crm/demo/leads.ts';
import { chance } from '../../platform/demo/random.ts';
import type { History } from './history.ts';

/** Beside the bot's own chance: the stories stay as they are. */
const SALT = 0x5eed;

/** Adds cities and fields to leads, tags to conversations; nothing for a bot without a catalogue. */
export function tagByCatalogue(history: History, botId: number, catalogue: FilterCatalogue): void {
  const { ciudad, marca, modelo, proyecto, solicitudes } = catalogue;
  const random = chance(botId ^ SALT);
  for (const lead of history.leads) {
    if (ciudad.length > 0 && random.happens(0.7)) lead.city = random.pick(ciudad).formatted;
  }
  const leadOf = new Map(history.leads.map((lead) => [lead.id, lead]));
  for (const conversation of history.conversations) {
    const tags = new Set(conversation.tags);
    if (marca.length > 0 && random.happens(0.4)) {
      const brand = random.pick(marca).name;
      tags.add(brand);
      const models = modelo.filter((model) => model.marca === brand);
      if (models.length > 0 && random.happens(0.7)) tags.add(random.pick(models).name);
    }
    if (proyecto.length > 0 && random.happens(0.5)) tags.add(random.pick(proyecto).name);
    if (solicitudes.length > 0 && random.happens(0.25)) tags.add(random.pick(solicitudes).name);
    conversation.tags = [...tags];
    keepFields(leadOf.get(conversation.lead_id), tags, { marca, modelo, proyecto, solicitudes });
  }
}

/** A client's fields say what their last talk was about. */
function keepFields(
  lead: DemoLead | undefined,
  tags: ReadonlySet<string>,
  kinds: Pick<FilterCatalogue, 'marca' | 'modelo' | 'proyecto' | 'solicitudes'>,
): void {
  if (!lead) return;
  for (const [kind, items] of Object.entries(kinds)) {
    const item = items.find(({ name }) => tags.has(name));
    if (!item) continue;
    const { modelo: _, ...rest } = lead.fields ?? {};
    lead.fields = { ...(kind === 'marca' ? rest : lead.fields), [kind]: item.name };
  }
}
