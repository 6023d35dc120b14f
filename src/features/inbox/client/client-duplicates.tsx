/** Other clients that may be the same person, side by side with this one, and why one thinks so: a person decides. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { type DuplicateReason, leadCalls } from '../../../../contract/calls/leads.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateText } from '../../../ui/dates.ts';
import { ListError } from '../list/list-states.tsx';
import classes from './client-duplicates.module.css';

const REASONS: Record<DuplicateReason, string> = {
  phone: 'mismo teléfono',
  email: 'mismo correo',
  rut: 'mismo RUT',
  name_city: 'posible: nombre y ciudad',
};

interface ClientDuplicatesProps {
  lead: Lead;
  /** What can be done about one. */
  actions?: (other: Lead) => ReactNode;
}

export function ClientDuplicates({ lead, actions }: ClientDuplicatesProps) {
  const title = useId();
  const others = useQuery({
    queryKey: ['lead', lead._id, 'duplicates'],
    queryFn: ({ signal }) => call(leadCalls.leadDuplicates, { params: { id: lead._id }, signal }),
    enabled: Boolean(lead.phone ?? lead.email ?? lead.rut ?? (lead.name && lead.city)),
  });
  if (others.error) {
    return (
      <ListError
        message={`No pudimos buscar duplicados. ${sentence(others.error)}`}
        onRetry={() => void others.refetch()}
      />
    );
  }
  if (!others.data || others.data.length === 0) return null;
  return (
    <section className={classes.duplicates} aria-labelledby={title}>
      <h3 id={title}>
        {others.data.length === 1 ? 'Posible duplicado' : `Posibles duplicados (${others.data.length})`}
      </h3>
      <ul>
        <li aria-current>
          <Facts lead={lead} />
          <em>Este cliente</em>
        </li>
        {others.data.map((one) => (
          <li key={one._id}>
            <Facts lead={one} />
            <em>{one.reasons.map((reason) => REASONS[reason]).join(', ')}</em>
            <Link to="/clients/detail-lead/$id" params={{ id: one._id }}>
              Abrir ficha
            </Link>
            {actions?.(one)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ lead }: { lead: Lead }) {
  return (
    <>
      <strong>{lead.name ?? 'Sin nombre'}</strong>
      <span>{lead.email ?? 'Sin correo'}</span>
      <span>{lead.rut ?? 'Sin RUT'}</span>
      <span>{lead.phone ? phoneText(lead.phone) : 'Sin teléfono'}</span>
      <span>Desde el {dateText(lead.created_at)}</span>
    </>
  );
}
