/**
 * Whether somebody's rights changed while a call of theirs was worked on: role, areas, link or session. Only who is
 * told asks the database again, so that judging an answer once more costs nothing as long as nothing happens.
 */
import type { Bus } from '../platform/bus.ts';
import type { Watched } from '../platform/http/gate.ts';

interface Call {
  changed: boolean;
}

export class RightsWatch {
  /** What is worked on, by person. */
  readonly #calls = new Map<number, Set<Call>>();

  constructor(bus: Pick<Bus, 'subscribe'>) {
    const hear = ({ userId }: { userId: number }) => {
      for (const call of this.#calls.get(userId) ?? []) call.changed = true;
    };
    bus.subscribe('sightChanged', hear);
    bus.subscribe('signedOut', hear);
  }

  /** A call of theirs begins. End it whatever becomes of the call. */
  begin(userId: number): Watched {
    const call: Call = { changed: false };
    const calls = this.#calls.get(userId) ?? new Set<Call>();
    this.#calls.set(userId, calls.add(call));
    return {
      changed() {
        const { changed } = call;
        call.changed = false;
        return changed;
      },
      end: () => {
        calls.delete(call);
        if (calls.size === 0 && this.#calls.get(userId) === calls) this.#calls.delete(userId);
      },
    };
  }
}
