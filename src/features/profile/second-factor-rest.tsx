/** The second factor at rest: how it is and what can be done with it, and what keeps its place until that is known. */
import { Button } from '@mantine/core';
import { dateText } from '../../ui/dates.ts';
import classes from './profile.module.css';

/** As many digits as there are at first. */
const SOME_CODES = 10;

interface RestProps {
  since: string | null;
  codesLeft: number;
  wanted: string | null;
  onChange: (at: 'password' | 'off' | 'renew') => void;
}

/** How it is, and what can be done with it. */
export function SecondFactorRest({ since, codesLeft, wanted, onChange }: RestProps) {
  return (
    <>
      <p role="status">
        {since === null ? (
          <>
            <strong>Desactivada.</strong> Con ella, quien adivine tu contraseña no puede entrar.
          </>
        ) : (
          <>
            <strong>Activa</strong> desde el {dateText(since)}. Te{' '}
            {codesLeft === 1 ? 'queda 1 código' : `quedan ${codesLeft} códigos`} de recuperación.
          </>
        )}
        {wanted === null ? '' : ` ${wanted}`}
      </p>
      <div className={classes.foot}>
        {since === null ? (
          <Button variant="default" onClick={() => onChange('password')}>
            Activar
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => onChange('off')}>
              Desactivar
            </Button>
            <Button variant="default" onClick={() => onChange('renew')}>
              Crear códigos de recuperación nuevos
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** As high as the answer at any width, because it is the answer, unseen. @param on as the session knows it */
export function SecondFactorToCome({ on }: { on: boolean }) {
  return (
    <div className={classes.factorToCome}>
      <span role="status" className="visually-hidden">
        Cargando la verificación en dos pasos…
      </span>
      <div aria-hidden="true" className={classes.factorUnseen}>
        <SecondFactorRest
          since={on ? new Date(0).toISOString() : null}
          codesLeft={SOME_CODES}
          wanted={null}
          onChange={() => undefined}
        />
      </div>
    </div>
  );
}
