/** 'Deshacer' of what was done at once: a macro, a join. */
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { dropRan, type Ran } from './actions/ran.ts';
import { useBelowHead } from './below-head.ts';
import classes from './undo-bar.module.css';

const left = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

function One({ ran: { id, text, until, failure, undo } }: { ran: Ran }) {
  const [seconds, setSeconds] = useState(() => left(until));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  // While it is on its way it stays: its answer is said here.
  const over = seconds === 0 && !busy;
  useEffect(() => {
    if (over) dropRan(id);
  }, [over, id]);
  const bringBack = async () => {
    setBusy(true);
    try {
      const done = await undo();
      dropRan(id);
      toastSuccess(done);
    } catch (error) {
      toastFailure(failure, error);
      // Refused it stays refused; without an answer it may be asked again.
      if (error instanceof ApiError && !error.passing) dropRan(id);
      setBusy(false);
    }
  };
  return (
    <li className={classes.pending}>
      <span>
        {text}
        <span aria-hidden="true"> · {seconds} s</span>
      </span>
      <button type="button" disabled={busy} onClick={() => void bringBack()}>
        Deshacer
      </button>
    </li>
  );
}

export default function RanBar({ ran }: { ran: readonly Ran[] }) {
  useBelowHead();
  return (
    <ul className={classes.list}>
      {ran.map((one) => (
        <One key={one.id} ran={one} />
      ))}
    </ul>
  );
}
