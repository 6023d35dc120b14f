/** Finds every place of a call's input that holds an id of something. */
import * as z from 'zod/mini';
import type { Call } from '../../contract/calls/call.ts';

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
}
/** Names of ids as the wire writes them, and lists that hold some; also within `agent[role_id]`. */
const ID = /(^|_|\[)ids?\]?$|Id$|^(sid|before|after|around|mentions|attachments|products|campaign)$/;

function collect(shape: Shape | undefined, path: string, found: Set<string>): void {
  for (const one of [...(shape?.anyOf ?? []), ...(shape?.oneOf ?? []), ...(shape?.allOf ?? [])])
    collect(one, path, found);
  if (shape?.items) collect(shape.items, path, found);
  for (const [name, inner] of Object.entries(shape?.properties ?? {})) {
    const at = `${path}.${name}`;
    // A place in a list ({last_message_date, id}) is one thing.
    if (ID.test(name)) found.add(at);
    else collect(inner, at, found);
  }
}

/** 'body.role_id', 'params.id' … without those that the call's own rule judges. */
export function otherIds(call: Call): string[] {
  const found = new Set<string>();
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part];
    if (schema)
      collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, part, found);
  }
  const rule = call.access;
  if ('in' in rule) found.delete(`${rule.in}.${rule.name}`);
  if (rule.kind === 'linked' && rule.self) found.delete(`${rule.self.in}.${rule.self.name}`);
  return [...found];
}
