/** '¿Qué vería un visitante en esta página?': decided as the chat in the site decides, of what is typed. Changes nothing. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProactiveRule } from '../../../contract/entities/proactive.ts';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import {
  decideProactive,
  type ProactiveMiss,
  type ProactiveView,
  proactiveMiss,
} from '../../../contract/proactive/decide.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import { Section } from '../../ui/screen.tsx';
import { TypedNumber } from '../../ui/typed-number.tsx';
import classes from './proactive.module.css';

interface TryOutProps {
  rules: readonly ProactiveRule[];
  /** Somebody attends now. */
  open: boolean;
  dirty: boolean;
}

const WHY: Record<NonNullable<ProactiveMiss>, string> = {
  page: 'es para otras páginas',
  visit: 'es para quien ha venido más veces',
  hours: 'es solo en horario de atención',
  // Nothing was told to somebody who comes for the first time.
  over: 'ya lo cerró o lo respondió',
  every: 'ya lo vio hace poco',
  gap: 'vio otro hace poco',
};

/** A site's page as people type it. */
const addressOf = (typed: string): string => {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
};

export function TryOut({ rules, open, dirty }: TryOutProps) {
  const [typed, setTyped] = useState('');
  const [visit, setVisit] = useState(1);
  const [hours, setHours] = useState<'open' | 'closed'>(open ? 'open' : 'closed');
  const page = addressOf(typed);
  const isPage = typed.trim() !== '' && parsedUrl(page) !== null;
  const view: ProactiveView = { page, visit, open: hours === 'open', now: Date.now(), told: [] };
  const enabled = rules.filter((rule) => rule.enabled);
  const shown = isPage ? decideProactive(enabled, view) : null;
  return (
    <Section
      id="proactive-try"
      title="¿Qué vería un visitante en esta página?"
      lead="Alguien a quien el chat todavía no le ha mostrado nada. No cambia nada."
    >
      <div className={classes.pair}>
        <TextInput
          label="Dirección de la página"
          placeholder="tienda.cl/carro"
          value={typed}
          maxLength={2_000}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TypedNumber
          label="Es su visita número"
          value={visit}
          min={1}
          max={PROACTIVE_LIMITS.visitMost}
          clampBehavior="blur"
          allowDecimal={false}
          allowNegative={false}
          onNumber={setVisit}
        />
        <NativeSelect
          label="Momento"
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value === 'open' ? 'open' : 'closed')}
          data={[
            { value: 'open', label: 'En horario de atención' },
            { value: 'closed', label: 'Fuera de horario' },
          ]}
        />
      </div>
      <div role="status" className={classes.tried}>
        {typed.trim() !== '' && !isPage ? <p>Eso no es la dirección de una página.</p> : null}
        {isPage && dirty ? <p className={classes.quiet}>Con lo que todavía no guardas.</p> : null}
        {shown ? (
          <>
            <p>
              {shown.seconds === 1 ? 'Al primer segundo' : `A los ${shown.seconds} segundos`}, por «
              {shown.name}»:
            </p>
            <p className={classes.bubble}>{shown.text}</p>
          </>
        ) : null}
        {isPage && !shown ? <p>Nada: ninguna regla calza.</p> : null}
      </div>
      {isPage && rules.length > 0 ? (
        <ul className={classes.reasons} aria-label="Qué dice cada regla">
          {rules.map((rule) => (
            <li key={rule.id}>
              <strong>{rule.name}</strong>: {reasonOf(rule, view, shown)}
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function reasonOf(rule: ProactiveRule, view: ProactiveView, shown: ProactiveRule | null): string {
  if (!rule.enabled) return 'está apagada';
  const miss = proactiveMiss(rule, view);
  if (miss !== null) return WHY[miss];
  return rule === shown ? 'se muestra' : 'calza, pero decide una anterior';
}
