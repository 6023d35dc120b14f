/** Every plan in its newest version; one is edited at a time. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfficePlan } from '../../../contract/calls/billing-office.ts';
import { sentence } from '../../api/api-error.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure, money } from '../../ui/money.ts';
import classes from './office.module.css';
import { useOfficePlans } from './office-queries.ts';
import { planContents } from './office-texts.ts';
import { PlanForm } from './plan-form.tsx';

export function Plans() {
  const plans = useOfficePlans();
  const [edited, setEdited] = useState<string | null>(null);
  if (plans.isPending) return <LoadRows label="Cargando planes…" rows={4} />;
  if (!plans.data) return <LoadError message={sentence(plans.error)} onRetry={() => void plans.refetch()} />;
  return (
    <>
      <ul className={classes.list}>
        {plans.data.map((plan) => (
          <li key={plan.id}>
            {edited === plan.id ? (
              <PlanForm plan={plan} onDone={() => setEdited(null)} />
            ) : (
              <Line plan={plan} onEdit={() => setEdited(plan.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === '' ? (
        <PlanForm plan={null} onDone={() => setEdited(null)} />
      ) : (
        <Button variant="default" mt="md" onClick={() => setEdited('')}>
          Nuevo plan
        </Button>
      )}
    </>
  );
}

function Line({ plan, onEdit }: { plan: OfficePlan; onEdit: () => void }) {
  const price = (amount: number) => (amount === 0 ? 'a convenir' : money(amount));
  return (
    <div className={classes.line}>
      <div>
        <strong>{plan.name}</strong> <small>versión {plan.version}</small>
        {plan.offered ? null : <small> · no se ofrece</small>}
        <p>
          {price(plan.price)} al mes, {price(plan.price_yearly)} al año. {planContents(plan)}.
        </p>
        <p>
          {plan.bots === 1 ? '1 chatbot' : `${figure(plan.bots)} chatbots`}
          {plan.bots_before > 0 ? `, ${figure(plan.bots_before)} con una versión anterior` : ''}
        </p>
      </div>
      <Button variant="default" size="compact-sm" aria-label={`Editar ${plan.name}`} onClick={onEdit}>
        Editar
      </Button>
    </div>
  );
}
