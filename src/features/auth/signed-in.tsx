/** /login and /signin with a query, for somebody who is signed in: who they are, and the ways on (docs/product.md §2). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/entities/user.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './signed-in.module.css';

/** @param target where the link pointed, a path of our own; the dashboard without one */
export default function SignedIn({ user, target }: { user: User; target: string }) {
  return (
    <AuthLayout title="Ya iniciaste sesión">
      <p className={classes.who}>
        Estás como <strong>{user.name}</strong> ({user.email}) en este navegador.
      </p>
      <div className={classes.ways}>
        {target === '/dashboard' ? null : (
          <Button fullWidth size="md" component="a" href={target}>
            Continuar donde ibas
          </Button>
        )}
        <Button
          fullWidth
          size="md"
          variant={target === '/dashboard' ? 'filled' : 'default'}
          renderRoot={(props) => <Link to="/dashboard" {...props} />}
        >
          Ir al Dashboard
        </Button>
      </div>
      <p className={classes.other}>
        ¿Quieres usar otra cuenta? Cierra antes esta sesión en el menú de tu nombre.
      </p>
    </AuthLayout>
  );
}
