/** What was typed into a client's field and not saved yet: it outlives the panel, so that leafing on loses nothing. */
interface Unsaved {
  text: string;
  /** What the field said when the typing began. */
  from: string;
}
const unsaved = new Map<string, Unsaved>();
const keyOf = (leadId: string, field: string): string => `${leadId}/${field}`;

export const unsavedField = (leadId: string, field: string): Unsaved | undefined =>
  unsaved.get(keyOf(leadId, field));
export function keepField(leadId: string, field: string, kept: Unsaved | null): void {
  if (kept === null || kept.text === kept.from) unsaved.delete(keyOf(leadId, field));
  else unsaved.set(keyOf(leadId, field), kept);
}
