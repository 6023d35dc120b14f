/** The frame of the public pages: form on one side, the product itself on the other. */
import { type ReactNode, useEffect } from 'react';
import { config } from '../../base/client-config.ts';
import { Mark } from '../../ui/mark.tsx';
import classes from './auth-layout.module.css';

interface AuthLayoutProps {
  /** Heading and window title. */
  title: string;
  /** Room for more than a sign-in form. */
  wide?: boolean;
  children: ReactNode;
}

export function AuthLayout({ title, wide = false, children }: AuthLayoutProps) {
  const { name } = config().product;
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <main className={classes.screen} data-wide={wide || undefined}>
      <div className={classes.side}>
        <div className={classes.card}>
          <div className={classes.brand}>
            <Mark size={36} />
            <span>{name}</span>
          </div>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <div className={classes.art}>
        <p>Todas las conversaciones de tus clientes, en un solo lugar.</p>
        {/* The inbox itself, as a picture of the scheme that is on. */}
        <div className={classes.picture} role="img" aria-label={`${name} Live con sus conversaciones`} />
      </div>
    </main>
  );
}

/** What the form says about a refusal; takes no room while there is none. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={classes.refused} data-empty={children === null || undefined}>
      {children}
    </div>
  );
}
