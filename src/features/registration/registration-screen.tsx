/** `/registro` (docs/product.md §2): five steps with bullets, resumable, left by its own rules. */
import { Stepper } from '@mantine/core';
import '@mantine/core/styles/Stepper.layer.css';
import { Link, useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isAsking } from '../../../machines/registration/steps.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { useWide } from '../../ui/use-wide.ts';
import { AuthLayout } from '../auth/auth-layout.tsx';
import { AccountStep } from './account-step.tsx';
import { BotStep } from './bot-step.tsx';
import { ImplementStep } from './implement-step.tsx';
import { LookStep } from './look-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import classes from './registration.module.css';
import { type Registration, useRegistration } from './use-registration.ts';

const TITLES = {
  account: 'Cuenta',
  bot: 'Chatbot',
  look: 'Sitio web y apariencia',
  preview: 'Prueba',
  implement: 'Implementar',
} as const;
const NAMES = Object.values(TITLES);

function Step({ registration }: { registration: Registration }) {
  switch (registration.step) {
    case 'account':
      return <AccountStep registration={registration} />;
    case 'bot':
      return <BotStep registration={registration} />;
    case 'look':
      return <LookStep registration={registration} />;
    case 'preview':
      return <PreviewStep registration={registration} />;
    case 'implement':
      return <ImplementStep registration={registration} />;
  }
}

/** Every way out of the page asks the machine first: links, the back key. */
function useLeaving(registration: Registration | null): void {
  const asking = registration !== null && isAsking(registration.state);
  const send = registration?.send;
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!registration || current.pathname === next.pathname) return false;
      send?.({ type: 'leave' });
      return true;
    },
    enableBeforeUnload: false,
  });
  const question = useEffectEvent(async () => {
    const leave = await ask({
      title: 'Abandonar registro?',
      text: 'Tu cuenta ya existe: cuando vuelvas a iniciar sesión podrás continuar con tu chatbot.',
      confirm: 'Salir',
      cancel: 'Cancelar',
      danger: true,
    });
    send?.({ type: leave ? 'abandon' : 'stay' });
  });
  useEffect(() => {
    if (asking) void question();
  }, [asking]);
}

export function RegistrationScreen() {
  const registration = useRegistration();
  const wide = useWide();
  useLeaving(registration);
  if (!registration) return null;
  const { step, number, send } = registration;
  return (
    <AuthLayout title="Crea tu cuenta" wide>
      <Stepper
        active={number - 1}
        size="xs"
        iconSize={28}
        className={classes.steps}
        aria-label="Pasos del registro"
        allowNextStepsSelect={false}
      >
        {NAMES.map((name) => (
          <Stepper.Step key={name} label={wide ? name : undefined} aria-label={name} />
        ))}
      </Stepper>
      <h2 className={classes.title}>
        <span>
          Paso {number} de {NAMES.length}
        </span>
        {TITLES[step]}
      </h2>
      <Step key={step} registration={registration} />
      <p className={classes.other}>
        {step === 'implement' ? null : (
          // On the way it asks first, like every way out.
          <span>
            {step === 'account' ? '¿Ya tienes cuenta?' : '¿Tienes otra cuenta?'}{' '}
            <Link to="/login">Inicia sesión</Link>
          </span>
        )}
        {step === 'account' ? null : (
          <button type="button" onClick={() => send({ type: 'leave' })}>
            {step === 'implement' ? 'Ir al Dashboard' : 'Abandonar el registro'}
          </button>
        )}
      </p>
    </AuthLayout>
  );
}
