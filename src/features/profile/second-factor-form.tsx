/** The second factor of the own account: set up with an authenticator app, recovery codes, switched off. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorCalls } from '../../../contract/calls/second-factor.ts';
import type { SecondFactor } from '../../../contract/entities/second-factor.ts';
import type { User } from '../../../contract/entities/user.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { PLACES_KEY } from '../../bot/bots.ts';
import { renewUser } from '../../session/session.ts';
import { LoadError } from '../../ui/load-state.tsx';
import { devicesKey } from './device-list.tsx';
import { ProveForm } from './prove-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorRest, SecondFactorToCome } from './second-factor-rest.tsx';

// The QR's library comes with it.
const Enrolment = lazyPart(() => import('./second-factor-enrolment.tsx'));

type Stage =
  | { at: 'rest' | 'password' | 'off' | 'renew' }
  | { at: 'app'; secret: string; address: string }
  | { at: 'codes'; codes: string[] };

/** What asks for it, in words; null: nobody does. */
function wantedBy({ internal, bots }: SecondFactor): string | null {
  if (internal) return 'Tu cuenta es interna: la necesita.';
  return bots.length > 0 ? `${bots.join(', ')} la pide a sus administradores.` : null;
}

export function SecondFactorForm({ user }: { user: User }) {
  const params = { userId: user.id };
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'rest' });
  const key = ['second-factor', user.id];
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(secondFactorCalls.secondFactor, { params, signal }),
  });
  const renew = (fresh: User | null) => {
    if (fresh) renewUser(fresh);
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: devicesKey(user.id) });
    void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
  };
  const rest = () => setStage({ at: 'rest' });
  if (state.isPending) return <SecondFactorToCome on={user.second_factor === true} />;
  if (!state.data) return <LoadError message={sentence(state.error)} onRetry={() => void state.refetch()} />;
  const { since, recovery_left } = state.data;

  if (stage.at === 'codes') return <RecoveryCodes codes={stage.codes} onDone={rest} />;
  if (stage.at === 'app') {
    return (
      <Enrolment
        secret={stage.secret}
        address={stage.address}
        confirm={async (code) => {
          const done = await call(secondFactorCalls.confirmSecondFactor, { params, body: { code } });
          renew(done.user);
          setStage({ at: 'codes', codes: done.recovery_codes });
        }}
        onCancel={rest}
      />
    );
  }
  if (stage.at === 'password') {
    return (
      <ProveForm
        submit="Continuar"
        onCancel={rest}
        send={async ({ current_password }) => {
          const begun = await call(secondFactorCalls.beginSecondFactor, {
            params,
            body: { current_password },
          });
          setStage({ at: 'app', ...begun });
        }}
      />
    );
  }
  if (stage.at === 'off' || stage.at === 'renew') {
    const off = stage.at === 'off';
    return (
      <ProveForm
        withCode
        danger={off}
        submit={off ? 'Desactivar' : 'Crear códigos nuevos'}
        onCancel={rest}
        send={async (body) => {
          if (off) {
            renew((await call(secondFactorCalls.endSecondFactor, { params, body })).user);
            return rest();
          }
          const { recovery_codes } = await call(secondFactorCalls.renewRecoveryCodes, { params, body });
          renew(null);
          setStage({ at: 'codes', codes: recovery_codes });
        }}
      />
    );
  }
  return (
    <SecondFactorRest
      since={since}
      codesLeft={recovery_left}
      wanted={wantedBy(state.data)}
      onChange={(at) => setStage({ at })}
    />
  );
}
