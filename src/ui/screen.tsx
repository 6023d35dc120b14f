/** The frame of a screen inside the shell: the way back, title, actions, content. */
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './screen.module.css';

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Forms are narrow, tables wide. */
  width?: 'form' | 'wide';
  children: ReactNode;
}

export function Screen({ title, lead, back, actions, width = 'wide', children }: ScreenProps) {
  return (
    <div className={classes.screen} data-width={width}>
      {back ? (
        <Link to={back.to} className={classes.back}>
          <IconArrowLeft size={16} aria-hidden="true" /> {back.label}
        </Link>
      ) : null}
      <header className={classes.head}>
        <div>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

/** A titled part of a screen, on a surface of its own. */
export function Section({
  title,
  lead,
  children,
  id,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Names the heading, for the landmark. */
  id: string;
}) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
      {children}
    </section>
  );
}
