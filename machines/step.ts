/** One step of a machine that nobody runs: its own pure `transition`. What a step asks for is read, not executed. */
import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type ExecutableActionsFrom,
} from 'xstate';

export interface Step<State extends string, Context, Action> {
  readonly state: State;
  readonly context: Readonly<Context>;
  /** What the step asks for, in order; those that changed the context have done so. */
  readonly actions: readonly Action[];
}
type StepFunction<State extends string, Context, Event, Action> = (
  state: State,
  context: Readonly<Context>,
  event: Event,
) => Step<State, Context, Action>;

/**
 * What a machine asks of its caller: nothing is run, what is to be done is kept. XState's `transition()` makes an
 * actor for each step to get the same, which is most of its cost; this one is made once for each machine.
 */
function inertScope(
  machine: AnyStateMachine,
  asked: (action: ExecutableActionsFrom<AnyStateMachine>) => void,
) {
  // Never started.
  const self = createActor(machine);
  return {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => undefined,
    defer: () => undefined,
    stopChild: () => undefined,
    emit: () => undefined,
    actionExecutor: asked,
  } as AnyActorScope;
}

/** @returns the step function of a flat machine; the types are those that its config names */
export function stepper<State extends string, Context extends object, Event extends { type: string }, Action>(
  machine: AnyStateMachine,
): StepFunction<State, Context, Event, Action> {
  let asked: Action[] = [];
  let scope: AnyActorScope | undefined;
  const resting = new Map<State, AnyMachineSnapshot>();
  const at = (state: State, context: Readonly<Context>): AnyMachineSnapshot => {
    const known = resting.get(state) ?? machine.resolveState({ value: state, context });
    resting.set(state, known);
    return { ...known, context };
  };
  return (state, context, event) => {
    // Not the whole of it: that names the actor, and an answer is kept.
    scope ??= inertScope(machine, ({ type, params }) => asked.push({ type, params } as Action));
    asked = [];
    const after = machine.transition(at(state, context), event, scope);
    return { state: after.value, context: after.context, actions: asked };
  };
}

/** Steps that are kept of one machine; more than a machine with few different contexts ever has. */
const MOST_KEPT = 500;

/**
 * @param step of a machine whose context and events are plain data (JSON tells them apart) and repeat: counts, yes or no
 * @returns the same function; a step is worked out by the machine when it is first asked for and found again from then
 *   on, which takes a tenth of the time. What it answers is shared: nobody may change it
 */
export function remembered<State extends string, Context extends object, Event, Action>(
  step: StepFunction<State, Context, Event, Action>,
): StepFunction<State, Context, Event, Action> {
  const kept = new Map<string, Step<State, Context, Action>>();
  return (state, context, event) => {
    const key = JSON.stringify([state, context, event]);
    const known = kept.get(key);
    if (known) return known;
    const answer = step(state, context, event);
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(key, answer);
    return answer;
  };
}

/** A step of a machine without context: state and event alone say it. */
export interface Answer<State extends string, Effect extends string> {
  readonly state: State;
  /** What is to be done, in order. */
  readonly effects: readonly Effect[];
}

/**
 * @returns the step function of a flat machine without context, guards or parameters; each cell is worked out by
 * `transition` when it is first asked for and looked up from then on, so that asking costs nothing
 */
export function lookUp<State extends string, Event extends string, Effect extends string>(
  machine: AnyStateMachine,
): (state: State, event: Event) => Answer<State, Effect> {
  const step = stepper<State, object, { type: Event }, { type: Effect }>(machine);
  const answers = new Map<State, Map<Event, Answer<State, Effect>>>();
  return (state, event) => {
    const known = answers.get(state)?.get(event);
    if (known) return known;
    const after = step(state, {}, { type: event });
    const answer = { state: after.state, effects: after.actions.map(({ type }) => type) };
    const row = answers.get(state) ?? new Map<Event, Answer<State, Effect>>();
    answers.set(state, row.set(event, answer));
    return answer;
  };
}
