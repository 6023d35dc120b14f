/** By what a client is known, and how sure that is. */
import { useQuery } from '@tanstack/react-query';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { IdentityKind, IdentityTrust, LeadIdentity } from '../../../../contract/entities/identity.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateText } from '../../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import classes from './record.module.css';

/** How two of one person were found to be one. */
export const proofText = (kind: IdentityKind): string => `la misma identidad confirmada (${KINDS[kind]})`;

const KINDS: Record<IdentityKind, string> = {
  phone: 'Teléfono',
  email: 'Correo',
  rut: 'RUT',
  whatsapp: 'WhatsApp',
  business_user: 'WhatsApp (cuenta de empresa)',
  messenger: 'Messenger',
  instagram: 'Instagram',
  shop: 'Tienda',
  visitor: 'Navegador',
  site: 'Usuario de tu sitio',
};
const TRUSTS: Record<IdentityTrust, string> = {
  claimed: 'lo dijo en el chat',
  known: 'lo anotó tu equipo',
  verified: 'confirmado por el canal',
};

function shownValue({ kind, value }: LeadIdentity): string {
  if (value === null) return 'Visita desde un navegador';
  if (kind === 'phone' || kind === 'whatsapp') return phoneText(value);
  return kind === 'rut' ? (readRut(value) ?? value) : value;
}

export function Identities({ leadId }: { leadId: string }) {
  const found = useQuery({
    queryKey: ['lead', leadId, 'identities'],
    queryFn: ({ signal }) => call(clientCalls.leadIdentities, { params: { id: leadId }, signal }),
  });
  if (found.isPending) return <LoadRows label="Cargando identidades…" rows={2} height={32} />;
  if (!found.data) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) {
    return (
      <Empty title="Aún no hay ninguna" next={{ none: 'phone, mail and RUT stand above, to be filled in' }} />
    );
  }
  return (
    <ul className={classes.identities}>
      {found.data.map((one) => (
        <li key={`${one.kind} ${one.value ?? one.created_at}`}>
          <span>{KINDS[one.kind]}</span>
          <strong>{shownValue(one)}</strong>
          <small>
            {TRUSTS[one.trust]} · {dateText(one.created_at)}
          </small>
        </li>
      ))}
    </ul>
  );
}
