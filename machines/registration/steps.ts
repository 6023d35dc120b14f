/** The steps of a registration, and how its states stand to them (docs/product.md §2 /registro). */
export const REGISTRATION_STEPS = ['account', 'bot', 'look', 'preview', 'implement'] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];
/** Steps whose leaving asks 'Abandonar registro?'. */
type AskingStep = 'bot' | 'look' | 'preview';

export type RegistrationState = RegistrationStep | `leaving_${AskingStep}` | 'left';

const ASKING: Partial<Record<RegistrationState, AskingStep>> = {
  leaving_bot: 'bot',
  leaving_look: 'look',
  leaving_preview: 'preview',
};

/** The step that is on screen; null once it was left. */
export function stepOf(state: RegistrationState): RegistrationStep | null {
  const asking = ASKING[state];
  if (asking) return asking;
  return REGISTRATION_STEPS.find((step) => step === state) ?? null;
}
/** Whether 'Abandonar registro?' is asked. */
export const isAsking = (state: RegistrationState): boolean => ASKING[state] !== undefined;
