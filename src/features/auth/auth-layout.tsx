/** The frame of the public pages: form on one side, the product's wave on the other. */
import { type ReactNode, useEffect } from 'react';
import { config } from '../../app/client-config.ts';
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
      <div className={classes.art} aria-hidden="true">
        <svg viewBox="0 0 400 600" preserveAspectRatio="xMidYMid slice" focusable="false">
          <title>Adorno</title>
          {[0, 1, 2, 3, 4, 5, 6].map((row) => (
            <path
              key={row}
              d={`M-40 ${70 + row * 82}c46-72 104-72 148 0s104 72 148 0 104-72 148 0 104 72 148 0`}
              opacity={0.16 + row * 0.1}
            />
          ))}
        </svg>
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
