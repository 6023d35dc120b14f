/** Why a language model did not answer, in Spanish for the owner; customers get the engine's answer instead. */
export class LlmFault extends Error {
  override name = 'LlmFault';
  /** What the other side answered with; null: nothing. */
  readonly status: number | null;

  constructor(message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = options.status ?? null;
  }
}
