/** Templates as Graph keeps them: reviewed after creation, told by a hook, held against what a send fills in. */
export interface Component {
  type: string;
  format?: string;
  text?: string;
  buttons?: { type: string; text: string; url?: string; phone_number?: string }[];
  example?: unknown;
}

export interface Template {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason?: string;
  components: Component[];
}

const slots = (text = '') =>
  new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1])).size;

/** The code with which a sent template is refused; null: it fits. */
export function sendFault(
  templates: readonly Template[],
  sent: {
    name?: string;
    language?: { code?: string };
    components?: { type: string; index?: string; parameters?: { type: string }[] }[];
  },
): number | null {
  const template = templates.find(
    ({ name, language }) => name === sent.name && language === sent.language?.code,
  );
  if (
    !template ||
    template.status === 'PENDING' ||
    template.status === 'REJECTED' ||
    template.status === 'DELETED'
  )
    return 132001;
  if (template.status === 'PAUSED') return 132015;
  if (template.status !== 'APPROVED') return 132016;
  const given = (type: string) => sent.components?.filter((part) => part.type.toLowerCase() === type) ?? [];
  for (const part of template.components) {
    const type = part.type.toLowerCase();
    if (type === 'body' && (given('body')[0]?.parameters?.length ?? 0) !== slots(part.text)) return 132000;
    if (type === 'header') {
      const parameters = given('header')[0]?.parameters ?? [];
      const wanted = part.format === 'TEXT' || part.format === undefined ? slots(part.text) : 1;
      if (parameters.length !== wanted) return 132000;
      if (wanted === 1 && parameters[0]?.type.toLowerCase() !== (part.format ?? 'TEXT').toLowerCase())
        return 132012;
    }
    if (type === 'buttons') {
      for (const [at, button] of (part.buttons ?? []).entries()) {
        const wanted = button.type === 'URL' ? slots(button.url) : button.type === 'COPY_CODE' ? 1 : 0;
        const parameters = given('button').find(({ index }) => index === String(at))?.parameters ?? [];
        if (parameters.length < wanted) return 132000;
      }
    }
  }
  return null;
}

/** Why Meta would refuse to take a template at all; null: it goes to review. */
export function createFault(given: Partial<Template>, templates: readonly Template[]): string | null {
  if (!/^[a-z0-9_]{1,512}$/.test(given.name ?? ''))
    return 'Param name must be lowercase letters, digits and _';
  if (templates.some(({ name, language }) => name === given.name && language === given.language))
    return 'There is already content in this language for this template';
  const body = given.components?.find(({ type }) => type === 'BODY');
  if (!body?.text) return 'components: BODY is required';
  if (/^\s*\{\{|\}\}\s*$/.test(body.text)) return "Variables can't be at the start or end of the template";
  if (/\}\}\s*\{\{/.test(body.text)) return "Variables can't stand side by side";
  if (slots(body.text) > 0 && !body.example) return 'components: BODY needs an example';
  if (body.text.length > 1024) return 'components: BODY is too long';
  return null;
}
