/** 'verificado hace 8 s', and whether there ever was a difference. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { CountersView } from '../../../../workers/hub/surface/views.ts';
import { hub } from '../../../hub/hooks.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import button from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import classes from './counter-dialog.module.css';

/** The present, second by second while it is shown. */
function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const ageText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
};

export function Verified({ botId, counters }: { botId: number; counters: CountersView }) {
  const now = useSecond();
  const [busy, setBusy] = useState(false);
  const { verifiedAt, differed } = counters;
  const verify = async () => {
    setBusy(true);
    try {
      await hub().reload({ kind: 'counters', botId });
    } catch (error) {
      toastFailure('No se pudo verificar', error);
    }
    setBusy(false);
  };
  // Anyone who asks what a figure is made of wants to know whether it is true.
  const atFirst = useEffectEvent(() => {
    if (verifiedAt === null) void verify();
  });
  useEffect(() => atFirst(), []);
  return (
    <div className={classes.verified}>
      <p>
        {verifiedAt === null
          ? 'Aún no verificado con el servidor'
          : `verificado hace ${ageText(now - verifiedAt)}`}
        {differed ? (
          <>
            {' · '}
            El {dateTimeText(new Date(differed.at).toISOString())} hubo una diferencia{' '}
            {differed.healedAt === null ? 'que se está corrigiendo' : 'que ya se corrigió'}: está en
            Diagnóstico
          </>
        ) : null}
      </p>
      <button type="button" className={button.small} onClick={() => void verify()} disabled={busy}>
        {busy ? 'Verificando…' : 'Verificar ahora'}
      </button>
    </div>
  );
}
