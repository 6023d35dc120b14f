/** A conversation to be read: the inbox's own log without a composer, and what is known about it beside. */
import { ActionIcon, Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { useMemo, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { sentence } from '../../api/api-error.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing } from '../../ui/missing.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { leadName } from '../inbox/list/conversation-row.tsx';
import { type Jump, MessageLog } from '../inbox/log/message-log.tsx';
import type { Target } from '../inbox/log/passage.ts';
import { useReadMessages } from '../inbox/log/use-read-messages.ts';
import { useHistoryCard } from './history-queries.ts';
import { ReadingDetails } from './reading-details.tsx';
import classes from './reading-drawer.module.css';

interface ReadingDrawerProps {
  id: string;
  onClose: () => void;
  /** Within the page of the list; null: there is none. */
  onBefore: (() => void) | null;
  onAfter: (() => void) | null;
}

const PARTS = { messages: 'Mensajes', details: 'Datos' } as const;
type Part = keyof typeof PARTS;

export default function ReadingDrawer({ id, onClose, onBefore, onAfter }: ReadingDrawerProps) {
  useFocusBack();
  const wide = useWide();
  const [part, setPart] = useState<Part>('messages');
  /** Somebody chose a step of this conversation's life. */
  const [jump, setJump] = useState<(Jump & { id: string }) | null>(null);
  const jumpTo = (target: Target) => {
    setJump({ id, target, nonce: {} });
    setPart('messages');
  };
  const found = useHistoryCard(id);
  const card = found.data;
  const both = wide || !card;
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={wide ? '64rem' : '100%'}>
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.frame}>
          <Drawer.Header className={classes.head}>
            <Drawer.Title>{card ? leadName(card) : 'Conversación'}</Drawer.Title>
            <ActionIcon
              aria-label="Conversación anterior"
              disabled={onBefore === null}
              onClick={onBefore ?? undefined}
            >
              <IconChevronUp size={18} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label="Conversación siguiente"
              disabled={onAfter === null}
              onClick={onAfter ?? undefined}
            >
              <IconChevronDown size={18} aria-hidden="true" />
            </ActionIcon>
            <Drawer.CloseButton aria-label="Cerrar" />
          </Drawer.Header>
          <Drawer.Body className={classes.body}>
            {wide || !card ? null : (
              <fieldset className={classes.parts} aria-label="Partes de la conversación">
                {(Object.keys(PARTS) as Part[]).map((name) => (
                  <button key={name} type="button" aria-pressed={name === part} onClick={() => setPart(name)}>
                    {PARTS[name]}
                  </button>
                ))}
              </fieldset>
            )}
            {found.error && !card && isMissing(found.error) ? (
              <Empty
                title="No puedes ver esta conversación"
                next={
                  <Button variant="default" onClick={onClose}>
                    Volver al historial
                  </Button>
                }
              >
                <p>Ya no existe, o la atiende otra persona de tu equipo.</p>
              </Empty>
            ) : null}
            {found.error && !card && !isMissing(found.error) ? (
              <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
            ) : null}
            {found.isPending ? <LoadRows label="Cargando la conversación…" rows={6} /> : null}
            {card && (both || part === 'messages') ? (
              <Messages
                key={id}
                card={card}
                jump={jump?.id === id ? jump : null}
                onJumpOver={() => setJump(null)}
              />
            ) : null}
            {card && (both || part === 'details') ? (
              <ReadingDetails key={`${id} details`} card={card} onJump={jumpTo} />
            ) : null}
          </Drawer.Body>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const NO_OUTBOX: never[] = [];

interface MessagesProps {
  card: Conversation;
  jump: Jump | null;
  onJumpOver: () => void;
}

function Messages({ card, jump, onJumpOver }: MessagesProps) {
  const { view, source, error } = useReadMessages(card.id);
  // Nothing is 'new' to anyone who only reads.
  const read = useMemo(() => ({ ...card, pending_messages_count: 0 }), [card]);
  return (
    <div className={classes.log}>
      {error ? <LoadError message={error} onRetry={source.reload} /> : null}
      {view ? (
        <MessageLog
          card={read}
          view={view}
          outbox={NO_OUTBOX}
          source={source}
          jump={jump}
          onJumpOver={onJumpOver}
        />
      ) : null}
      {view || error ? null : <LoadRows label="Cargando mensajes…" rows={6} />}
    </div>
  );
}
