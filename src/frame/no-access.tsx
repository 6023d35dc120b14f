/** Somebody without read permission (docs/product.md §2, §6): after a moment, in which permissions may still arrive, it says so. */
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../contract/limits.ts';
import { TEXTS } from '../../contract/texts.ts';
import button from '../ui/link-button.module.css';
import { Page } from './page.tsx';
import { Pending } from './pending.tsx';

export default function NoAccess() {
  // The dashboard itself may be closed to a role: then the way on is one's own account.
  const atDashboard = useLocation({ select: ({ pathname }) => pathname === '/dashboard' });
  const [patient, setPatient] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(true), LIMITS.noAccessDelay);
    return () => clearTimeout(timer);
  }, []);
  if (!patient) return <Pending />;
  return (
    <div role="alert">
      <Page
        title={TEXTS.noModuleAccess}
        actions={
          <Link to={atDashboard ? '/profile' : '/dashboard'} className={`${button.link} ${button.primary}`}>
            {atDashboard ? 'Ir a Mi cuenta' : 'Ir al Dashboard'}
          </Link>
        }
      >
        <p>Si necesitas usarlo, pídele acceso a quien administra este chatbot.</p>
      </Page>
    </div>
  );
}
