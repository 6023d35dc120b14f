/** The change that runs through the selection now, and what came of the last one: they outlive the list that is shown. */
import { useSyncExternalStore } from 'react';
import { type BulkChange, type BulkResult, inboxBulkCalls } from '../../../../contract/calls/inbox-bulk.ts';
import { call } from '../../../api/call.ts';
import { type BulkOutcome, runBulk } from '../../../ui/bulk/bulk-run.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { doneText } from './bulk-actions.ts';
import { clearSelected, keepSelected, selectAll } from './selected.ts';

export interface BulkReport {
  botId: number;
  change: BulkChange;
  outcome: BulkOutcome<BulkResult>;
}
export interface BulkState {
  running: { change: BulkChange; total: number; tried: number; stopping: boolean } | null;
  /** What the person has not seen yet. */
  report: BulkReport | null;
}

const IDLE: BulkState = { running: null, report: null };
let state = IDLE;
let stop = new AbortController();
const readers = new Set<() => void>();
function publish(next: BulkState): void {
  state = next;
  for (const reader of readers) reader();
}

/** How far the change of many conversations is, and its report; it goes on while other lists are shown. */
export function useBulk(): BulkState {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => state,
  );
}

const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

/** Changes all of these; one run at a time. What did not work stays selected and is reported. */
export async function changeMany(botId: number, ids: readonly string[], change: BulkChange): Promise<void> {
  if (state.running) return;
  stop = new AbortController();
  publish({ running: { change, total: ids.length, tried: 0, stopping: false }, report: null });
  keepSelected(true);
  addEventListener('beforeunload', keepPage);
  const outcome = await runBulk(ids, {
    signal: stop.signal,
    send: async (some) => {
      const body = { bot_id: botId, ids: some, change };
      return (await call(inboxBulkCalls.changeMany, { body })).results;
    },
    onProgress: (tried) => {
      if (state.running) publish({ ...state, running: { ...state.running, tried } });
    },
  });
  removeEventListener('beforeunload', keepPage);
  keepSelected(false);
  const left = [...outcome.failed.map(({ id }) => id), ...outcome.untried];
  if (left.length === 0) {
    publish(IDLE);
    clearSelected();
    toastSuccess(doneText(change, outcome.done.length));
    return;
  }
  selectAll(left);
  publish({ running: null, report: { botId, change, outcome } });
}

/** After the step that is under way. */
export function stopBulk(): void {
  stop.abort();
  if (state.running) publish({ ...state, running: { ...state.running, stopping: true } });
}

/** The report was read. */
export function closeReport(): void {
  publish({ ...state, report: null });
}
