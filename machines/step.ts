/** One step of a machine that nobody runs: XState's pure `transition`. What a step asks for is read, not executed. */
import { type AnyStateMachine, transition } from 'xstate';

export interface Step<State extends string, Context, Action> {
  state: State;
  context: Context;
  /** What the step asks for, in order; those that changed the context have done so. */
  actions: readonly Action[];
}

/** @returns the step function of a flat machine; the types are those that its config names */
export function stepper<State extends string, Context extends object, Event extends { type: string }, Action>(
  machine: AnyStateMachine,
): (state: State, context: Context, event: Event) => Step<State, Context, Action> {
  return (state, context, event) => {
    const before = machine.resolveState({ value: state, context });
    const [after, actions] = transition(machine, before, event);
    return { state: after.value, context: after.context, actions: actions as unknown as Action[] };
  };
}
