/** `/documento-conocimiento`: what the bot answers from beside its interactions. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { Link } from '@tanstack/react-router';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedIcon } from '../../ui/allowed-button.tsx';
import { dateText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { Screen } from '../../ui/screen.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { AddDocuments } from './add-documents.tsx';
import { AskDocuments } from './ask-documents.tsx';
import { isUnread, useDocuments, useDocumentsChanged } from './document-queries.ts';
import classes from './documents.module.css';
import { statusText } from './status-text.ts';
import { useDocumentActions } from './use-document-actions.ts';

export function DocumentsScreen() {
  const { place } = usePlace();
  // Files on their way belong to one bot.
  return <Documents key={place.bot.id} />;
}

function Documents() {
  const { place } = usePlace();
  const documents = useDocuments(place.bot.id);
  const changed = useDocumentsChanged();
  const all = documents.data ?? [];
  const passages = all.reduce((sum, one) => sum + one.passages, 0);
  return (
    <Screen
      title="Documentos"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Cuando ninguna interacción calza, el chatbot busca aquí y responde con el fragmento y su fuente. No hace falta publicar: un documento cuenta apenas se lee."
    >
      <AddDocuments onAdded={() => void changed()} />
      {documents.isPending ? <LoadRows label="Cargando documentos…" rows={4} height={76} /> : null}
      {documents.error && !documents.data ? (
        <LoadError message={sentence(documents.error)} onRetry={() => void documents.refetch()} />
      ) : null}
      {documents.data && all.length === 0 ? (
        <Empty
          title="Aún no hay documentos en este chatbot"
          next={{ none: 'adding them stands right above it' }}
        >
          <p>Sube tus políticas de cambio, tablas de tallas, manuales o preguntas frecuentes.</p>
        </Empty>
      ) : null}
      {all.length > 0 ? (
        <>
          <p className={classes.count} role="status">
            {all.length === 1 ? '1 documento' : `${all.length} documentos`} ·{' '}
            {passages.toLocaleString('es-CL')} de {DOCUMENT_LIMITS.passages.toLocaleString('es-CL')}{' '}
            fragmentos
          </p>
          <ul className={classes.list} aria-label="Documentos">
            {all.map((document) => (
              <Row key={document.id} of={document} />
            ))}
          </ul>
          <AskDocuments />
        </>
      ) : null}
    </Screen>
  );
}

function Row({ of: document }: { of: BotDocument }) {
  const { id, title, url, kind, size, error, notice, passages, created_at } = document;
  const may = useMay();
  const actions = useDocumentActions(document);
  const status = statusText(document);
  const edits = may('skill_base', 'edit');
  const facts = [
    kind ?? (url ? 'página' : null),
    size === null ? null : sizeText(size),
    passages > 0
      ? `${passages.toLocaleString('es-CL')} ${passages === 1 ? 'fragmento' : 'fragmentos'}`
      : null,
    `agregado el ${dateText(created_at)}`,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.document}>
      <div className={classes.about}>
        <p className={marked.title}>
          <Link to="/documento-conocimiento/detail/$id" params={{ id }}>
            {title}
          </Link>
          <span data-tone={status.tone}>{status.text}</span>
        </p>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {error === null ? null : <p className={classes.error}>{error}</p>}
        {notice === null ? null : <p className={classes.facts}>{notice}</p>}
      </div>
      <div className={classes.actions}>
        <Switch
          aria-label={`Usar ${title} con los clientes`}
          checked={actions.live}
          disabled={!edits || actions.busy === 'live'}
          onChange={actions.toggleLive}
        />
        {isUnread(document) ? (
          <AllowedIcon
            allowed={edits}
            why={TEXTS.noActionPermission}
            label={`Cancelar la lectura de ${title}`}
            loading={actions.busy === 'cancel'}
            onClick={actions.cancel}
          >
            <IconPlayerStop size={17} aria-hidden="true" />
          </AllowedIcon>
        ) : (
          <AllowedIcon
            allowed={edits}
            why={TEXTS.noActionPermission}
            label={`Volver a leer ${title}`}
            loading={actions.busy === 'reindex'}
            onClick={actions.reindex}
          >
            <IconRefresh size={17} aria-hidden="true" />
          </AllowedIcon>
        )}
        <AllowedIcon
          allowed={may('skill_base', 'delete')}
          why={TEXTS.noActionPermission}
          label={`Eliminar ${title}`}
          loading={actions.busy === 'delete'}
          onClick={actions.remove}
        >
          <IconTrash size={17} aria-hidden="true" />
        </AllowedIcon>
      </div>
    </li>
  );
}
