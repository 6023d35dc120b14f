/** A phrase of the test set, with the draft and with what is published. Pure. */
import type { TestOutcome } from '../../../contract/calls/bot-draft.ts';

const RANK: Record<TestOutcome, number> = { right: 0, offered: 1, missed: 2, wrong: 3 };

interface Result {
  outcome: TestOutcome;
  published: { outcome: TestOutcome } | null;
}

/** Against the published bot: a wrong confident answer is worse than none. */
export function compared({ outcome, published }: Result): 'better' | 'worse' | 'same' {
  if (!published) return 'same';
  const step = RANK[outcome] - RANK[published.outcome];
  return step > 0 ? 'worse' : step < 0 ? 'better' : 'same';
}
