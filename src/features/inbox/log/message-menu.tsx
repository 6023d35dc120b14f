/** What can be made of a message: its words or its link taken along, quoted, noted, a ticket, a quick reply. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import { offeredBy } from '../../../../contract/rules/offered-links.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { isHere } from './files/file-view.ts';
import { copy, linkTo } from './links.ts';
import { type MessageUses, useLog } from './log-context.ts';
import classes from './message-menu.module.css';

const QuickReplyDialog = lazyPart(() => import('../../quick-replies/quick-reply-dialog.tsx'));

interface MessageMenuProps {
  message: Message;
  uses: MessageUses;
  /** Shows it in Spanish; null: it is not to be had, or is shown. */
  onTranslate: (() => void) | null;
}

export default function MessageMenu({ message, uses, onTranslate }: MessageMenuProps) {
  const { place } = usePlace();
  const { conversationId } = useLog();
  const [open, setOpen] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const { text } = message;
  const { quote, note, ticket } = uses;
  const may = useMay();
  const said = (message.from === 'agent' || message.from === 'Cliente') && !message.note;
  const files = message.attachments.filter(isHere);
  const keeps = said && (text !== '' || files.length > 0) && (may('live', 'add') || may('live', 'edit'));
  const offered = message.from === 'agent' && !message.template ? message.buttons : [];
  return (
    <span className={classes.side} data-open={open || undefined}>
      <Menu opened={open} onChange={setOpen} position="bottom-end">
        <Menu.Target>
          <button type="button" aria-label="Acciones del mensaje" title="Acciones del mensaje">
            <IconDots size={16} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {text === '' ? null : (
            <Menu.Item onClick={() => copy(text, 'Texto copiado')}>Copiar texto</Menu.Item>
          )}
          <Menu.Item
            onClick={() => copy(linkTo(place.bot.id, conversationId, message._id), 'Enlace copiado')}
          >
            Copiar enlace al mensaje
          </Menu.Item>
          {text === '' ? null : (
            <>
              {quote && !message.note ? (
                <Menu.Item onClick={() => quote(message)}>Citar en la respuesta</Menu.Item>
              ) : null}
              {onTranslate ? <Menu.Item onClick={onTranslate}>Traducir al español</Menu.Item> : null}
              {note ? <Menu.Item onClick={() => note(message)}>Nota sobre este mensaje</Menu.Item> : null}
              {ticket ? (
                <Menu.Item onClick={() => ticket(message)}>Crear ticket del mensaje…</Menu.Item>
              ) : null}
            </>
          )}
          {keeps ? (
            <Menu.Item onClick={() => setKeeping(true)}>Guardar como respuesta rápida…</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {keeping ? (
        <QuickReplyDialog
          of={null}
          from={{ message, attachments: files, ...offeredBy(offered) }}
          onClose={() => setKeeping(false)}
        />
      ) : null}
    </span>
  );
}
