/** `/respuestas-rapidas`: the texts that `/` offers in the composer, one's own and the shared ones. */
import { ActionIcon, TextInput } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inboxToolCalls, type QuickReply } from '../../../contract/calls/inbox-tools.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { MacrosSection } from '../macros/macros-section.tsx';
import { carriedWords } from './carried-words.ts';
import { fittingReplies } from './fitting-replies.ts';
import { mayChange } from './may-change.ts';
import classes from './quick-replies.module.css';
import { quickRepliesKey, useQuickReplies } from './quick-reply-queries.ts';

const QuickReplyDialog = lazyPart(() => import('./quick-reply-dialog.tsx'));
/** From this many on a search helps. */
const SEARCH_FROM = 7;

export function QuickRepliesScreen() {
  const { place } = usePlace();
  // Search and dialog belong to one bot.
  return <QuickReplies key={place.bot.id} />;
}

function QuickReplies() {
  const { place } = usePlace();
  const may = useMay();
  const replies = useQuickReplies(place.bot.id);
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<QuickReply | 'new' | null>(null);
  const all = replies.data ?? [];
  const shown = fittingReplies(all, query.replace(/^\//, ''));
  const create = (
    <AllowedButton
      allowed={may('live', 'add')}
      why={TEXTS.noActionPermission}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setEditing('new')}
    >
      Nueva respuesta
    </AllowedButton>
  );
  return (
    <Screen
      title="Respuestas Rápidas"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Textos listos para responder, con sus archivos y botones: escribe / y el atajo en una conversación."
      actions={create}
    >
      {replies.isPending ? <LoadRows label="Cargando respuestas…" rows={5} height={64} /> : null}
      {replies.error && !replies.data ? (
        <LoadError message={sentence(replies.error)} onRetry={() => void replies.refetch()} />
      ) : null}
      {replies.data && all.length === 0 ? (
        <Empty
          title="Aún no hay respuestas rápidas en este chatbot"
          next={
            <AllowedButton
              allowed={may('live', 'add')}
              why={TEXTS.noActionPermission}
              onClick={() => setEditing('new')}
            >
              Crear la primera
            </AllowedButton>
          }
        >
          <p>Escribe lo que más repites: un saludo, los horarios, cómo cambiar un producto.</p>
        </Empty>
      ) : null}
      {all.length >= SEARCH_FROM ? (
        <TextInput
          label="Buscar"
          placeholder="Atajo o texto"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          mb="md"
          maw={340}
        />
      ) : null}
      {all.length > 0 && shown.length === 0 ? <p role="status">Ninguna respuesta coincide.</p> : null}
      <ul className={classes.list}>
        {shown.map((reply) => (
          <Row key={reply.id} of={reply} onEdit={() => setEditing(reply)} />
        ))}
      </ul>
      <MacrosSection />
      {editing ? (
        <QuickReplyDialog of={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </Screen>
  );
}

function Row({ of: reply, onEdit }: { of: QuickReply; onEdit: () => void }) {
  const { place, user } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const mine = reply.user_id === user.id;
  const changes = mayChange(reply, place, user.id);
  const remove = useMutation({
    mutationFn: () =>
      call(inboxToolCalls.deleteQuickReply, { params: { botId: reply.bot_id, id: reply.id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: quickRepliesKey(reply.bot_id) });
      toastSuccess('Respuesta eliminada');
    },
    onError: (error) => void showError('No pudimos eliminar la respuesta', sentence(error)),
  });
  const confirm = async () => {
    const yes = await ask({
      title: `¿Eliminar /${reply.shortcut}?`,
      text: reply.shared
        ? 'Dejará de estar disponible para todo el equipo.'
        : 'No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <li className={classes.reply}>
      <div>
        <p className={classes.head}>
          <code>/{reply.shortcut}</code>
          <span data-shared={reply.shared || undefined}>
            {reply.shared ? (mine ? 'Compartida por ti' : `Compartida por ${reply.user_name}`) : 'Solo tuya'}
          </span>
          {carriedWords(reply).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
        <p className={classes.text}>{reply.text}</p>
      </div>
      {changes && (may('live', 'edit') || may('live', 'delete')) ? (
        <div className={classes.actions}>
          <ActionIcon
            aria-label={`Editar /${reply.shortcut}`}
            disabled={!may('live', 'edit')}
            onClick={onEdit}
          >
            <IconPencil size={17} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            aria-label={`Eliminar /${reply.shortcut}`}
            disabled={!may('live', 'delete')}
            loading={remove.isPending}
            onClick={() => void confirm()}
          >
            <IconTrash size={17} aria-hidden="true" />
          </ActionIcon>
        </div>
      ) : null}
    </li>
  );
}
