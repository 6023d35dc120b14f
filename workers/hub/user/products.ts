/** What each bot's product upload shows, for all tabs (docs/product.md §4 'Product upload'; LOAD_PRODUCTS is in no log). */
import { LIMITS } from '../../../contract/limits.ts';
import {
  moveUpload,
  NO_UPLOAD,
  type ProductUpload,
  triggerOf,
  type UploadTrigger,
} from '../../../machines/product-upload/moves.ts';
import type { Clock, Timer } from '../platform/platform.ts';

/** A loader speaks every few seconds; one that has said nothing for this long died. Milliseconds. */
const SILENCE = 120_000;

/** How far product uploads are, by bot. */
export class Products {
  readonly #clock: Clock;
  readonly #changed: (botId: number) => void;
  readonly #uploads = new Map<number, { upload: ProductUpload; timer: Timer | null }>();

  constructor(clock: Clock, changed: (botId: number) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  view(botId: number): ProductUpload {
    return this.#uploads.get(botId)?.upload ?? NO_UPLOAD;
  }
  /** @param progress per cent */
  heard(botId: number, progress: number): void {
    this.#move(botId, triggerOf(progress), progress);
  }
  acknowledge(botId: number): void {
    this.#move(botId, 'acknowledged');
  }
  /** It was loaded before this worker began, and nobody has seen it. */
  recall(botId: number): void {
    this.#move(botId, 'recalled');
  }
  /** The session is over. */
  stop(): void {
    for (const { timer } of this.#uploads.values()) if (timer !== null) this.#clock.clearTimeout(timer);
    this.#uploads.clear();
  }

  #move(botId: number, trigger: UploadTrigger, progress?: number): void {
    const before = this.#uploads.get(botId) ?? { upload: NO_UPLOAD, timer: null };
    const upload = moveUpload(before.upload, trigger, progress);
    const waits = { idle: null, loading: SILENCE, training: LIMITS.productsLoadedBar, loaded: null };
    // Hearing '100' twice must not put off what the first one began.
    const same = upload.state === before.upload.state && upload.state !== 'loading';
    let { timer } = before;
    if (!same) {
      if (timer !== null) this.#clock.clearTimeout(timer);
      const wait = waits[upload.state];
      const next = upload.state === 'training' ? 'settled' : 'silence';
      timer = wait === null ? null : this.#clock.setTimeout(() => this.#move(botId, next), wait);
    }
    this.#uploads.set(botId, { upload, timer });
    if (upload !== before.upload) this.#changed(botId);
  }
}
