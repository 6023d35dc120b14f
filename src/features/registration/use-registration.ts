/** The registration machine in this tab: its effects on storage, session and address. */

import { useNavigate } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { signInCalls } from '../../../contract/calls/sign-in.ts';
import type { RegistrationProgress } from '../../../machines/registration/progress.ts';
import { registrationMachine } from '../../../machines/registration/registration-machine.ts';
import {
  REGISTRATION_STEPS,
  type RegistrationState,
  type RegistrationStep,
  stepOf,
} from '../../../machines/registration/steps.ts';
import { call, onUnauthorized } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { dropSession, onSession, session } from '../../session/session.ts';
import { installPath } from '../shop-install/pending-install.ts';
import { clearProgress, keepProgress, readProgress } from './kept-progress.ts';

async function endSession(): Promise<void> {
  try {
    await call(signInCalls.signOut, {});
  } catch (error) {
    // The browser forgets the session all the same; the token ends by itself.
    console.warn('The server did not hear the sign-out.', error);
  }
}

export interface Registration {
  step: RegistrationStep;
  /** 1 to 5. */
  number: number;
  state: RegistrationState;
  progress: RegistrationProgress;
  send: ReturnType<typeof useMachine<typeof registrationMachine>>[1];
}

/** @returns null once it was left */
export function useRegistration(): Registration | null {
  const navigate = useNavigate();
  const [machine] = useState(() =>
    registrationMachine.provide({
      actions: {
        keepProgress: ({ context }) => keepProgress(context),
        clearProgress,
        endSession: () => {
          // The call takes the credentials before they are dropped.
          void endSession();
          queryClient.clear();
          dropSession();
        },
        goLogin: () => void navigate({ to: '/login', search: {}, ignoreBlocker: true }),
        // A shop that waits for its chatbot comes first.
        goDashboard: () => void navigate({ href: installPath() ?? '/dashboard', ignoreBlocker: true }),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, {
    input: readProgress(session()?.user.id ?? null),
  });
  const state = snapshot.value as RegistrationState;
  const step = stepOf(state);
  const number = step === null ? 0 : REGISTRATION_STEPS.indexOf(step) + 1;

  useEffect(() => onUnauthorized(() => dropSession('unauthorized')), []);
  useEffect(() => onSession((now) => (now === null ? send({ type: 'session_over' }) : undefined)), [send]);
  // The address carries the step, so that a reload goes on and the guard knows that a registration is under way.
  useEffect(() => {
    if (number > 1)
      void navigate({ to: '/registro', search: { step: number }, replace: true, ignoreBlocker: true });
  }, [number, navigate]);

  return step === null ? null : { step, number, state, progress: snapshot.context, send };
}
