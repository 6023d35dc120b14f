/** '¿Por qué llegó aquí?' in the client's panel: folded until somebody asks. */
import { useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { ReplaySteps } from '../log/replay/replay-steps.tsx';
import { useJump } from '../log/use-jump.ts';
import classes from './client-panel.module.css';

interface TimelineProps {
  card: Conversation;
  /** Where the panel covers the conversation: away with it. */
  onJumped?: (() => void) | undefined;
}

export function Timeline({ card, onJumped }: TimelineProps) {
  const [open, setOpen] = useState(false);
  const { jumpTo } = useJump();
  return (
    <section className={classes.timeline}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls="timeline" onClick={() => setOpen(!open)}>
          ¿Por qué llegó aquí?
        </button>
      </h3>
      <div id="timeline" hidden={!open}>
        {open ? (
          <ReplaySteps
            conversationId={card.id}
            onJump={(target) => {
              jumpTo(target);
              onJumped?.();
            }}
          />
        ) : null}
      </div>
    </section>
  );
}
