/** The catalogue of templates: what a bot can be started from (docs/product.md §3 Template, Skill section). */
import * as z from 'zod/mini';
import { templateName } from '../states.ts';

/** docs/product.md §3 Template: `value` is what calls take, `label` what people read. */
export const skillTemplate = z.object({ name: z.string(), label: z.string(), value: templateName });

export const skillSection = z.object({
  section_name: z.string(),
  section_ui_name: z.string(),
  template: templateName,
  intents: z.int(),
});
export type SkillSection = z.infer<typeof skillSection>;

export const templateIntent = z.object({
  /** `template.intent_name`. */
  id: z.string(),
  intent_name: z.string(),
  title: z.string(),
  template: templateName,
  section_name: z.string(),
  examples: z.array(z.string()),
  node_id: z.string(),
});
export type TemplateIntent = z.infer<typeof templateIntent>;

/** A node as its template wrote it. A menu (reached by options alone) has no intent. */
export const templateNode = z.object({
  /** `template.node_id`. */
  id: z.string(),
  node_id: z.string(),
  node_name: z.string(),
  title: z.string(),
  template: templateName,
  section_name: z.string(),
  intent_name: z.nullable(z.string()),
  answers: z.array(z.string()),
  buttons: z.array(z.object({ id: z.string(), label: z.string(), node_id: z.string() })),
  handoff: z.boolean(),
});
export type TemplateNode = z.infer<typeof templateNode>;
