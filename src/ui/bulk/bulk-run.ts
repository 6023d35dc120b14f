/** Carries a change through many conversations or clients, a few at a time: progress, a way to stop, and what came of each. Pure of screens. */
/** Small steps: progress moves, and stopping leaves little to be done. */
const STEP = 20;

/** What is said of each. */
export interface OneResult {
  id: string;
  ok: boolean;
  message: string | null;
}

export interface BulkOutcome<R extends OneResult> {
  done: string[];
  failed: R[];
  /** Never tried: it was stopped, or the server did not answer. */
  untried: string[];
  /** Why it ended early, when nobody stopped it. */
  error: unknown;
}

interface RunOptions<R extends OneResult> {
  /** Makes one call. The server takes the same again without doing it twice. */
  send: (ids: string[]) => Promise<R[]>;
  signal: AbortSignal;
  onProgress: (tried: number) => void;
  step?: number;
}

/** Never rejects: what went wrong is in the outcome, so that it can be taken up again. */
export async function runBulk<R extends OneResult>(
  ids: readonly string[],
  options: RunOptions<R>,
): Promise<BulkOutcome<R>> {
  const { send, signal, onProgress, step = STEP } = options;
  const outcome: BulkOutcome<R> = { done: [], failed: [], untried: [], error: null };
  let at = 0;
  while (at < ids.length && !signal.aborted) {
    const some = ids.slice(at, at + step);
    let results: R[];
    try {
      results = await send(some);
    } catch (error) {
      outcome.error = error;
      break;
    }
    for (const result of results) {
      if (result.ok) outcome.done.push(result.id);
      else outcome.failed.push(result);
    }
    at += some.length;
    onProgress(at);
  }
  outcome.untried = ids.slice(at);
  return outcome;
}

/** Failures by their reason, most first. */
export function byReason<R extends OneResult>(failed: readonly R[]): { reason: string; results: R[] }[] {
  const groups = new Map<string, R[]>();
  for (const result of failed) {
    const reason = result.message ?? 'No se pudo.';
    groups.set(reason, [...(groups.get(reason) ?? []), result]);
  }
  return [...groups]
    .map(([reason, results]) => ({ reason, results }))
    .sort((a, b) => b.results.length - a.results.length);
}
