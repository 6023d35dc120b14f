/** What was typed into a client's field and not saved yet: it outlives the panel, so that leafing on loses nothing. */
interface Unsaved {
  text: string;
  /** What the field said when the typing began. */
  from: string;
}
const unsaved = new Map<string, Unsaved>();
const keyOf = (leadId: string, field: string): string => `${leadId}/${field}`;

/** What was typed into a client's field and not saved, in this tab. */
export const unsavedField = (leadId: string, field: string): Unsaved | undefined =>
  unsaved.get(keyOf(leadId, field));
/** Remembers it; null, or what was there before, forgets it. */
export function keepField(leadId: string, field: string, kept: Unsaved | null): void {
  if (kept === null || kept.text === kept.from) unsaved.delete(keyOf(leadId, field));
  else unsaved.set(keyOf(leadId, field), kept);
}
