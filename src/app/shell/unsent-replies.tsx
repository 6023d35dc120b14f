/**
 * What was written and did not leave, where its own conversation does not say so: another one is open, or this person
 * may no longer see it. Nobody is to believe that a customer was answered, and no text is lost unread.
 */
import { Link, useMatches } from '@tanstack/react-router';
import type { OutboxEntry } from '../../../workers/hub/surface/outbox-entry.ts';
import { inboxPath } from '../../base/client-config.ts';
import { replySummary } from '../../features/inbox/composer/reply-summary.ts';
import { leadName } from '../../features/inbox/list/conversation-row.tsx';
import { hub, useConversation, useOutbox } from '../../hub/hooks.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './unsent-replies.module.css';

type Reply = OutboxEntry & { command: Extract<OutboxEntry['command'], { kind: 'message' }> };

const isStopped = (entry: OutboxEntry): entry is Reply =>
  entry.command.kind === 'message' && (entry.state === 'asking' || entry.state === 'refused');

export default function UnsentReplies() {
  const stopped = (useOutbox() ?? []).filter(isStopped);
  const openId = useMatches({
    select: (matches) => (matches.at(-1)?.search as { conversation?: string } | undefined)?.conversation,
  });
  return (
    <div className={classes.list}>
      {stopped.map((reply) => (
        <UnsentReply key={reply.id} reply={reply} open={reply.conversationId === openId} />
      ))}
    </div>
  );
}

function UnsentReply({ reply, open }: { reply: Reply; open: boolean }) {
  const found = useConversation(reply.botId, reply.conversationId);
  const card = found?.card ?? null;
  // Open, it says so itself, and offers what can be done.
  if (!found || (card && open)) return null;
  const what = reply.command.note ? 'No se guardó tu nota' : 'No se envió tu respuesta';
  // The server tells nobody that what they may not see exists: its words say nothing here.
  const why = card || reply.state === 'asking' ? reply.reason : 'La atiende otra persona de tu equipo';
  const text = replySummary(reply.command);
  return (
    <section className={classes.unsent} role="alert" aria-label={what}>
      <p>
        <strong>{card ? `${what} a ${leadName(card)}.` : `${what}: ya no ves la conversación.`}</strong>{' '}
        {why ? `${why.replace(/\.$/, '')}.` : null} <q dir="auto">{text}</q>
      </p>
      {card ? (
        <Link
          to={inboxPath()}
          search={{ bot: reply.botId, state: card.state, conversation: card.id }}
          className={classes.link}
        >
          Ver la conversación
        </Link>
      ) : (
        <>
          <CopyButton text={() => text} label="Copiar texto" copied="Texto copiado" variant="default" />
          <button
            type="button"
            className={classes.link}
            onClick={() =>
              void hub()
                .discard(reply.id)
                .catch((error: unknown) => console.warn('It was not discarded.', error))
            }
          >
            Descartar
          </button>
        </>
      )}
    </section>
  );
}
