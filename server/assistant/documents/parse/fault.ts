/** A document that can't be read; the message is for its owner, in Spanish. */
export class DocumentFault extends Error {
  override name = 'DocumentFault';
}
