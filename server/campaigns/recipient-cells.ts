/** What stands in the columns of a file of recipients (`RECIPIENT_COLUMNS`). */
import { OUTCOME_LABELS, type RecipientColumn } from '../../contract/rules/campaigns.ts';
import type { PlacedRecipient } from './recipients.ts';

type Of = (row: PlacedRecipient) => string | number | null | { at: string };

export const RECIPIENT_CELLS: Record<RecipientColumn, Of> = {
  place: (row) => row.place,
  lead: (row) => row.lead_id,
  name: (row) => row.name,
  phone: (row) => row.phone,
  outcome: (row) => OUTCOME_LABELS[row.outcome],
  reason: (row) => row.reason,
  tries: (row) => row.tries,
  at: (row) => (row.at === null ? null : { at: row.at }),
  conversation: (row) => row.conversation_id,
};
