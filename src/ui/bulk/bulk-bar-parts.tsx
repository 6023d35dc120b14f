/** The parts of a bar for many selected things: how many they are, how far a change is, and its buttons. */
import type { ReactNode } from 'react';
import { AllowedButton } from '../allowed-button.tsx';
import { figure } from '../money.ts';
import button from '../plain-button.module.css';
import classes from './bulk.module.css';

interface ChosenProps {
  /** '3 seleccionadas'. */
  count: string;
  /** The way to all that match; null: they are all selected, or nobody knows yet. */
  all: { label: string; busy: boolean; take: () => void } | null;
  onClear: () => void;
}

/** How many are selected, and the way to all that match. */
export function Chosen({ count, all, onClear }: ChosenProps) {
  return (
    <p className={classes.chosen}>
      <strong role="status">{count}</strong>
      {all ? (
        <button type="button" className={button.link} disabled={all.busy} onClick={all.take}>
          {all.label}
        </button>
      ) : null}
      <button type="button" className={button.link} onClick={onClear}>
        Quitar selección
      </button>
    </p>
  );
}

interface ProgressProps {
  /** What is being done: 'Cerrando…'. */
  doing: string;
  /** What the button that ends it says. */
  stop: string;
  running: { total: number; tried: number; stopping: boolean };
  onStop: () => void;
}

/** How far a change is, and the way to end it. */
export function Progress({ doing, stop, running: { total, tried, stopping }, onStop }: ProgressProps) {
  return (
    <div className={classes.progress}>
      <p role="status">
        {stopping ? 'Deteniendo…' : doing} {figure(tried)} de {figure(total)}
      </p>
      <progress max={total} value={tried} aria-label="Avance" />
      <button type="button" className={button.medium} disabled={stopping} onClick={onStop}>
        {stop}
      </button>
    </div>
  );
}

interface BulkButtonProps {
  icon: ReactNode;
  allowed: boolean;
  /** All that match are being asked for: what is selected now is not what was meant. */
  collecting: boolean;
  /** Why this can't be done with these, though the permission is there. */
  why?: string | null;
  onClick: () => void;
  children: ReactNode;
}

/** One thing to do with all that are selected. */
export function BulkButton({ icon, allowed, collecting, why = null, onClick, children }: BulkButtonProps) {
  return (
    <AllowedButton
      size="compact-sm"
      variant="default"
      leftSection={icon}
      allowed={allowed && !collecting && why === null}
      {...(allowed ? { why: why ?? 'Espera: aún se están seleccionando.' } : {})}
      onClick={onClick}
    >
      {children}
    </AllowedButton>
  );
}
