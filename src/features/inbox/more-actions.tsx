/** The actions of a conversation that have no button of their own. */
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { usePlace } from '../../bot/place-context.ts';
import { ACTION_LABELS, type Action } from './actions/actions.ts';
import { copy, linkTo } from './log/links.ts';

interface MoreActionsProps {
  /** The conversation's id. */
  of: string;
  actions: readonly Action[];
  onAction: (action: Action) => void;
  onFind: () => void;
  /** Null: one may not write here. */
  onTranscript: (() => void) | null;
  /** Null: the bot's owner did not switch the model's help on. */
  onHelp: ((about: 'summary' | 'tags') => void) | null;
  /** Tags may be changed. */
  tagging: boolean;
  /** '¿Por qué llegó aquí?' */
  onReplay: () => void;
}

export default function MoreActions({
  of,
  actions,
  onAction,
  onFind,
  onTranscript,
  onHelp,
  tagging,
  onReplay,
}: MoreActionsProps) {
  const { place } = usePlace();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="Más acciones">
          <IconDotsVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item key={action} onClick={() => onAction(action)}>
            {ACTION_LABELS[action]}
          </Menu.Item>
        ))}
        {actions.length > 0 ? <Menu.Divider /> : null}
        <Menu.Item onClick={onFind}>Buscar en la conversación</Menu.Item>
        <Menu.Item onClick={() => copy(linkTo(place.bot.id, of), 'Enlace copiado')}>
          Copiar enlace a la conversación
        </Menu.Item>
        {onTranscript ? <Menu.Item onClick={onTranscript}>Enviar transcripción por correo…</Menu.Item> : null}
        {onHelp ? (
          <>
            <Menu.Item onClick={() => onHelp('summary')}>Resumir con el modelo</Menu.Item>
            {tagging ? (
              <Menu.Item onClick={() => onHelp('tags')}>Proponer etiquetas con el modelo</Menu.Item>
            ) : null}
          </>
        ) : null}
        <Menu.Item onClick={onReplay}>¿Por qué llegó aquí?</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
