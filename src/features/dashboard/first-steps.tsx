/**
 * What is done before a bot works: the next step, how far one is, and all of them to unfold. It ticks itself off and goes
 * away when all is done.
 */
import { CloseButton } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BotDashboard, FirstStep } from '../../../contract/calls/dashboard.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { previewPath } from '../../ui/bot-preview.tsx';
import button from '../../ui/link-button.module.css';
import { useStored } from '../../ui/stored-state.ts';
import unfolding from '../../ui/unfolding.module.css';
import classes from './dashboard.module.css';
import { nextStep } from './next-step.ts';

/** Why it is worth the minute that it takes. */
const WHY: Readonly<Record<FirstStep, string>> = {
  confirm: 'Así recuperas tu cuenta y recibes los avisos de tu chatbot.',
  look: 'Color, foto y nombre: tus clientes lo reconocen como tuyo.',
  web: 'El chat se prueba y se instala sobre tu propio sitio.',
  teach: 'La plantilla ya responde lo común; lo tuyo solo lo sabes tú.',
  try: 'Escríbele como lo haría un cliente antes de que lo haga uno.',
  install: 'Copia el código en tu sitio y empieza a recibir conversaciones.',
  team: 'Cuando alguien pide una persona, tiene que haber quién responda.',
};

const TITLES: Readonly<Record<FirstStep, string>> = {
  confirm: 'Confirma tu correo',
  look: 'Elige cómo se ve',
  web: 'Escribe la dirección de tu sitio',
  teach: 'Enséñale lo tuyo y publícalo',
  try: 'Pruébalo como cliente',
  install: 'Instálalo en tu sitio',
  team: 'Suma a tu equipo',
};

export function FirstSteps({ steps }: { steps: BotDashboard['steps'] }) {
  const { place } = usePlace();
  const may = useMay();
  const { bot, owned } = place;
  const [hidden, setHidden] = useStored(`first-steps-hidden-${bot.id}`, (stored) => stored === true);
  const done = steps.filter((step) => step.done).length;
  const next = nextStep(steps, may, owned);
  if (hidden || next === null) return null;
  const progress = `${done} de ${steps.length}`;
  return (
    <section aria-labelledby="first-steps" className={`${classes.panel} ${classes.steps}`}>
      <h2 id="first-steps">
        Primeros pasos <small>{progress}</small>
      </h2>
      <CloseButton aria-label="Ocultar los primeros pasos" onClick={() => setHidden(true)} />
      <progress aria-labelledby="first-steps" className={classes.progress} value={done} max={steps.length} />
      <div className={classes.next}>
        <div>
          <p className={classes.nextName}>
            <small>Tu siguiente paso</small>
            {TITLES[next]}
          </p>
          <p className={classes.why}>{WHY[next]}</p>
        </div>
        <Way step={next} bot={bot} className={`${button.link} ${button.primary}`} title={TITLES[next]}>
          Hacerlo ahora<span className="visually-hidden">: {TITLES[next]}</span>
        </Way>
      </div>
      <details className={classes.allSteps}>
        <summary className={unfolding.summary}>Ver los {steps.length} pasos</summary>
        <ol>
          {steps.map((step) => (
            <li key={step.step} data-done={step.done}>
              {step.done ? (
                <IconCircleCheckFilled size={20} aria-hidden="true" />
              ) : (
                <IconCircle size={20} aria-hidden="true" />
              )}
              {step.done || nextStep([step], may, owned) === null ? (
                TITLES[step.step]
              ) : (
                <Way step={step.step} bot={bot} title={TITLES[step.step]} />
              )}
              <span className="visually-hidden">{step.done ? '(listo)' : '(pendiente)'}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** Where the step is done. */
function Way({
  step,
  bot,
  title,
  className,
  children = title,
}: {
  step: FirstStep;
  bot: { id: number; token: string; web: string | null };
  title: string;
  className?: string;
  children?: ReactNode;
}): ReactNode {
  const look = className === undefined ? {} : { className };
  switch (step) {
    case 'confirm':
      return (
        <Link to="/profile" {...look}>
          {children}
        </Link>
      );
    case 'look':
    case 'web':
      return (
        <Link to="/chatbot/edit" {...look}>
          {children}
        </Link>
      );
    case 'teach':
      return (
        <Link to="/dashboard/chatbot/preguntas" {...look}>
          {children}
        </Link>
      );
    case 'try':
      return (
        <a href={previewPath(bot)} target="_blank" rel="noopener" {...look}>
          {children}
        </a>
      );
    case 'install':
      return (
        <Link to="/integration-install" search={{ bot: bot.id, token: bot.token }} {...look}>
          {children}
        </Link>
      );
    case 'team':
      return (
        <Link to="/agente/nuevo" {...look}>
          {children}
        </Link>
      );
  }
}
