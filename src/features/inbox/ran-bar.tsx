/** 'Deshacer' of a macro: what it did at once is brought back, but for what it said. */
import { useEffect, useState } from 'react';
import { macroCalls } from '../../../contract/calls/macros.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { dropRan, type Ran } from './macros/ran.ts';
import classes from './undo-bar.module.css';

const left = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

function One({ ran: { run, until } }: { ran: Ran }) {
  const { id, conversation_id, name, sent } = run;
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
  const undo = async () => {
    setBusy(true);
    try {
      await call(macroCalls.undoMacro, { params: { id: conversation_id, run_id: id } });
      dropRan(id);
      toastSuccess(sent ? 'Macro deshecha; la respuesta ya se envió' : 'Macro deshecha');
    } catch (error) {
      toastFailure('No se deshizo la macro', error);
      // Refused it stays refused; without an answer it may be asked again.
      if (error instanceof ApiError && !error.passing) dropRan(id);
      setBusy(false);
    }
  };
  return (
    <li className={classes.pending}>
      <span>
        Se aplicó «{name}»{sent ? '. La respuesta ya se envió: deshacer no la retira' : ''}
        <span aria-hidden="true"> · {seconds} s</span>
      </span>
      <button type="button" disabled={busy} onClick={() => void undo()}>
        Deshacer
      </button>
    </li>
  );
}

export default function RanBar({ ran }: { ran: readonly Ran[] }) {
  return (
    <ul className={classes.list}>
      {ran.map((one) => (
        <One key={one.run.id} ran={one} />
      ))}
    </ul>
  );
}
