/** The ways that people go most from the dashboard; only those that are open to them. */
import { Link } from '@tanstack/react-router';
import type { ModuleName } from '../../../contract/permissions.ts';
import { inboxName, inboxPath } from '../../base/client-config.ts';
import { useMay } from '../../bot/place-context.ts';
import classes from './dashboard.module.css';

const LINKS: readonly { to: string; label: string; hint: string; module?: ModuleName }[] = [
  {
    to: '/dashboard/chatbot/preguntas',
    label: 'Interacciones',
    hint: 'Lo que tu chatbot sabe responder',
    module: 'faqs',
  },
  {
    to: '/documento-conocimiento',
    label: 'Documentos',
    hint: 'De dónde saca respuestas',
    module: 'skill_base',
  },
  {
    to: '/historial-conversaciones',
    label: 'Historial',
    hint: 'Busca, lee y exporta',
    module: 'historial_conversaciones',
  },
  { to: '/agentes', label: 'Agentes', hint: 'Quién atiende, y cómo', module: 'agentes' },
  {
    to: '/respuestas-rapidas',
    label: 'Respuestas Rápidas',
    hint: 'Lo que escribes a menudo',
    module: 'live',
  },
  { to: '/tutoriales', label: 'Tutoriales', hint: 'Pasos cortos, parte por parte' },
];

export function QuickLinks() {
  const may = useMay();
  const inbox = { to: inboxPath(), label: inboxName(), hint: 'Atiende en vivo', module: 'live' as const };
  const open = [inbox, ...LINKS].filter(({ module }) => !module || may(module, 'read'));
  return (
    <nav aria-labelledby="quick-links">
      <h2 id="quick-links">Accesos rápidos</h2>
      <ul className={classes.links}>
        {open.map(({ to, label, hint }) => (
          <li key={to}>
            <Link to={to}>
              <strong>{label}</strong>
              <span>{hint}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
