/** Why a language model did not answer, in Spanish for the owner; customers get the engine's answer instead. */
export class LlmFault extends Error {
  override name = 'LlmFault';
}
