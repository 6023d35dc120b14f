/** Whether a shop grants what is asked for beside its products. */
import { ConnectionFault } from '../connections/provider.ts';

/** @returns false when the shop refuses it; throws what is no refusal */
export async function granted(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    const refused =
      error instanceof ConnectionFault && ['unauthorized', 'forbidden', 'not_a_shop'].includes(error.kind);
    if (refused) return false;
    throw error;
  }
}
