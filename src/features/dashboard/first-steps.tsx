/** What is done before a bot works, as a list that ticks itself off and goes away when all is done. */
import { CloseButton } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BotDashboard, FirstStep } from '../../../contract/calls/dashboard.ts';
import { usePlace } from '../../bot/place-context.ts';
import { previewPath } from '../../ui/bot-preview.tsx';
import { useStored } from '../../ui/stored-state.ts';
import classes from './dashboard.module.css';

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
  const { bot } = place;
  const [hidden, setHidden] = useStored(`first-steps-hidden-${bot.id}`, (stored) => stored === true);
  const done = steps.filter((step) => step.done).length;
  if (hidden || done === steps.length) return null;
  return (
    <section aria-labelledby="first-steps" className={`${classes.panel} ${classes.steps}`}>
      <h2 id="first-steps">
        Primeros pasos{' '}
        <small>
          {done} de {steps.length}
        </small>
      </h2>
      <CloseButton aria-label="Ocultar los primeros pasos" onClick={() => setHidden(true)} />
      <ol>
        {steps.map((step) => (
          <li key={step.step} data-done={step.done}>
            {step.done ? (
              <IconCircleCheckFilled size={20} aria-hidden="true" />
            ) : (
              <IconCircle size={20} aria-hidden="true" />
            )}
            {step.done ? TITLES[step.step] : <Way step={step.step} bot={bot} title={TITLES[step.step]} />}
            <span className="visually-hidden">{step.done ? '(listo)' : '(pendiente)'}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the step is done. */
function Way({
  step,
  bot,
  title,
}: {
  step: FirstStep;
  bot: { id: number; token: string; web: string | null };
  title: string;
}): ReactNode {
  switch (step) {
    case 'confirm':
      return <Link to="/profile">{title}</Link>;
    case 'look':
    case 'web':
      return <Link to="/chatbot/edit">{title}</Link>;
    case 'teach':
      return <Link to="/dashboard/chatbot/preguntas">{title}</Link>;
    case 'try':
      return (
        <a href={previewPath(bot)} target="_blank" rel="noopener">
          {title}
        </a>
      );
    case 'install':
      return (
        <Link to="/integration-install" search={{ bot: bot.id, token: bot.token }}>
          {title}
        </Link>
      );
    case 'team':
      return <Link to="/agente/nuevo">{title}</Link>;
  }
}
