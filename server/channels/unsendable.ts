/** A part of a message that its channel has no way for: it fails at once, and the words say why, in Spanish. */
export class Unsendable extends Error {
  override name = 'Unsendable';
}
