/**
 * The server cannot start for a reason that its operator can mend (folder, lock, address, password).
 * `message` is one clear line in Spanish; print it alone, without a stack, and exit non-zero.
 */
export class StartError extends Error {
  override name = 'StartError';
}
