/**
 * A bot's products on their way into its assistant (docs/product.md §4 'Product upload'): a bar while they load, at 100 the
 * training starts, 4 s later 'Productos cargados' until somebody has seen it.
 *
 *   idle ──progress──▶ loading ──100──▶ training ──4 s──▶ loaded ──acknowledged──▶ idle
 *
 * What was loaded and not yet seen when the browser was closed is recalled when it opens again.
 */
export const UPLOAD_STATES = ['idle', 'loading', 'training', 'loaded'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

export const UPLOAD_TRIGGERS = [
  'progress',
  'complete',
  'settled',
  'acknowledged',
  'silence',
  'recalled',
] as const;
/** `silence`: the loader has said nothing for so long that it must have died; `recalled`: it was loaded, and nobody has seen it. */
export type UploadTrigger = (typeof UPLOAD_TRIGGERS)[number];

export interface ProductUpload {
  state: UploadState;
  /** Per cent, 0 to 100. */
  progress: number;
}
export const NO_UPLOAD: ProductUpload = { state: 'idle', progress: 0 };

/** Every state × every trigger; a state of its own: nothing happens. */
export const UPLOAD_MOVES: { readonly [S in UploadState]: Readonly<Record<UploadTrigger, UploadState>> } = {
  idle: {
    progress: 'loading',
    complete: 'training',
    settled: 'idle',
    acknowledged: 'idle',
    silence: 'idle',
    recalled: 'loaded',
  },
  loading: {
    progress: 'loading',
    complete: 'training',
    settled: 'loading',
    // The bar can't be closed: it goes with the loading.
    acknowledged: 'loading',
    silence: 'idle',
    recalled: 'loading',
  },
  training: {
    // The next upload began.
    progress: 'loading',
    complete: 'training',
    settled: 'loaded',
    acknowledged: 'training',
    silence: 'training',
    recalled: 'training',
  },
  loaded: {
    progress: 'loading',
    // Said twice.
    complete: 'loaded',
    settled: 'loaded',
    acknowledged: 'idle',
    silence: 'loaded',
    recalled: 'loaded',
  },
};

/** What LOAD_PRODUCTS says. */
export const triggerOf = (progress: number): UploadTrigger => (progress >= 100 ? 'complete' : 'progress');

/** The upload after a trigger. @param progress per cent, with `progress` */
export function moveUpload(upload: ProductUpload, trigger: UploadTrigger, progress = 0): ProductUpload {
  const state = UPLOAD_MOVES[upload.state][trigger];
  if (state === 'idle') return NO_UPLOAD;
  if (state !== 'loading') return { state, progress: 100 };
  if (trigger !== 'progress') return upload;
  const whole = Math.floor(Math.min(100, Math.max(0, progress)));
  // Steps of several workers may arrive out of order; a new upload begins where it begins.
  return { state, progress: upload.state === 'loading' ? Math.max(upload.progress, whole) : whole };
}
