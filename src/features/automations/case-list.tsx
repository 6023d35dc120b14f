/** The cases of an automation, each with the lines that say why. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AutomationKind, DECISION_RULES } from '../../../contract/rules/automations.ts';
import { sentence } from '../../api/api-error.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useCase, useCases } from './automation-queries.ts';
import { amountText, KIND_TEXT, STATE_TEXT } from './automation-text.ts';
import classes from './automations.module.css';

export function CaseList({ botId, kind }: { botId: number; kind: AutomationKind }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const cases = useCases(botId, kind, page);
  const { data } = cases;
  const text = KIND_TEXT[kind];
  if (cases.isPending) return <LoadRows label="Cargando los casos…" rows={3} height={64} />;
  if (!data) return <LoadError message={sentence(cases.error)} onRetry={() => void cases.refetch()} />;
  if (data.total === 0) return <p className={classes.note}>{text.empty}</p>;
  return (
    <>
      <ul className={classes.cases} aria-label={`Casos de ${text.title}`}>
        {data.cases.map((one) => (
          <li key={one.id}>
            <div className={classes.head}>
              <strong>{one.customer ?? 'Sin nombre'}</strong>
              <span>
                {STATE_TEXT[one.state]}
                {one.steps > 1 ? ` (${one.step} de ${one.steps})` : ''}
              </span>
            </div>
            <span>
              {one.about ? `${one.about} · ` : ''}
              {one.items}: {amountText(one.total, one.currency)} · {one.shop}
            </span>
            <span className={classes.note}>
              {one.reason} {one.due_at ? `Se revisa el ${dateTimeText(one.due_at)}.` : ''}
            </span>
            <div>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={open === one.id}
                onClick={() => setOpen(open === one.id ? null : one.id)}
              >
                {one.step > 0 ? '¿Por qué se envió?' : '¿Por qué no se envió?'}
              </Button>
            </div>
            {open === one.id ? <Why id={one.id} /> : null}
          </li>
        ))}
      </ul>
      <Pager page={data.page} pages={data.pages} onPage={setPage} label="Páginas de casos" />
    </>
  );
}

const MARKS = { ok: '✓', wait: '…', no: '✕' } as const;
const SAID = { ok: 'pasa', wait: 'espera', no: 'no pasa' } as const;

function Why({ id }: { id: string }) {
  const one = useCase(id);
  if (one.isPending) return <LoadRows label="Cargando las decisiones…" rows={2} height={20} />;
  if (!one.data) return <LoadError message={sentence(one.error)} onRetry={() => void one.refetch()} />;
  if (one.data.decisions.length === 0)
    return <p className={classes.note}>Todavía no le toca: se decide cuando termine su espera.</p>;
  return (
    <ol className={classes.why} aria-label="Decisiones">
      {one.data.decisions.map(({ at, rule, value, verdict }, place) => (
        // Lines are only added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is judged again at each look
        <li key={place} data-verdict={verdict}>
          <span aria-hidden="true">{MARKS[verdict]}</span>
          <span className="visually-hidden">{SAID[verdict]}:</span> {DECISION_RULES[rule]}: {value}{' '}
          <small>{dateTimeText(at)}</small>
        </li>
      ))}
    </ol>
  );
}
