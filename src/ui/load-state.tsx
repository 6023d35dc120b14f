/** What a screen shows while its data loads, when it failed, and when there is none. */
import { Button } from '@mantine/core';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import classes from './load-state.module.css';

/** One key for each row there may be. */
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;

/** Grey rows of the height of what will be there, so that nothing moves when it arrives. At most ten. */
export function LoadRows({
  label,
  rows = 6,
  height = 52,
}: {
  label: string;
  rows?: number;
  height?: number;
}) {
  return (
    <div role="status" className={classes.rows}>
      <span className="visually-hidden">{label}</span>
      {ROWS.slice(0, rows).map((row) => (
        <i key={row} style={{ height }} aria-hidden="true" />
      ))}
    </div>
  );
}

export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.state} data-kind="error">
      <p>{message}</p>
      <Button variant="default" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** The way on: a link or a button. Without one, why there is none: nobody reads it but who changes the screen. */
  next: ReactElement | { none: string };
}

/** Nothing is there: what would be, and the next step. */
export function Empty({ title, children, next }: EmptyProps) {
  return (
    <div className={classes.state}>
      <p className={classes.title}>{title}</p>
      {children}
      {isValidElement(next) ? next : null}
    </div>
  );
}
