/** Other clients with the same phone, side by side with this one: anyone who works here decides which record is right. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateText } from '../../../ui/dates.ts';
import { ListError } from '../list/list-states.tsx';
import classes from './client-duplicates.module.css';

export function ClientDuplicates({ lead }: { lead: Lead }) {
  const title = useId();
  const others = useQuery({
    queryKey: ['lead-duplicates', lead._id, lead.phone],
    queryFn: ({ signal }) => call(leadCalls.leadDuplicates, { params: { id: lead._id }, signal }),
    enabled: lead.phone !== null,
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
        {others.data.length === 1
          ? 'Otro cliente tiene este teléfono'
          : `Otros ${others.data.length} clientes tienen este teléfono`}
      </h3>
      <ul>
        {[lead, ...others.data].map((one) => (
          <li key={one._id} aria-current={one._id === lead._id || undefined}>
            <strong>{one.name ?? 'Sin nombre'}</strong>
            <span>{one.email ?? 'Sin correo'}</span>
            <span>{one.rut ?? 'Sin RUT'}</span>
            <span>{one.phone ? phoneText(one.phone) : ''}</span>
            <span>Desde el {dateText(one.created_at)}</span>
            {one._id === lead._id ? (
              <em>Este cliente</em>
            ) : (
              <Link to="/clients/detail-lead/$id" params={{ id: one._id }}>
                Abrir ficha
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
