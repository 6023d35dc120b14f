/** Why a file cannot be read, in Spanish. */
export class FileFault extends Error {
  override name = 'FileFault';
}
