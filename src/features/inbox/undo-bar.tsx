/** Close and hand-over wait five seconds in the outbox, durably; until they leave they can be taken back (docs/product.md §10). */
import { useEffect, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { OutboxEntry } from '../../../workers/hub/surface/outbox-entry.ts';
import { hub, useConversation } from '../../hub/hooks.ts';
import { useBelowHead } from './below-head.ts';
import { leadName } from './list/conversation-row.tsx';
import classes from './undo-bar.module.css';

/** A change of a conversation that waits to leave. */
export type ChangeEntry = OutboxEntry & { command: Extract<OutboxEntry['command'], { kind: 'change' }> };

/** @param card as it is until the change leaves; null: not known here */
function what(entry: ChangeEntry, card: Conversation | null): string {
  const { change } = entry.command;
  if ('team' in change) return `Se asignará al equipo de ${change.team} la conversación`;
  if (!('state' in change && change.state === 'taken')) return 'Se cerrará la conversación';
  return card === null || card.state === 'taken'
    ? 'Se derivará la conversación'
    : 'Se asignará la conversación';
}

function Pending({ entry }: { entry: ChangeEntry }) {
  const found = useConversation(entry.botId, entry.conversationId);
  const at = entry.notBefore ?? 0;
  const [seconds, setSeconds] = useState(() => Math.max(0, Math.ceil((at - Date.now()) / 1000)));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((at - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [at]);
  const takeBack = () =>
    void hub()
      .takeBack(entry.id)
      .catch((error: unknown) => console.warn('It was not taken back.', error));
  return (
    <li className={classes.pending}>
      <span>
        {what(entry, found?.card ?? null)}
        {found?.card ? ` con ${leadName(found.card)}` : ''}
        <span aria-hidden="true"> en {seconds} s</span>
      </span>
      <button type="button" onClick={takeBack}>
        Deshacer
      </button>
    </li>
  );
}

export default function UndoBar({ entries }: { entries: readonly ChangeEntry[] }) {
  useBelowHead();
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <Pending key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}
