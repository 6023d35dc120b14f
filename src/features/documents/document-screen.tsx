/** `/documento-conocimiento/detail/{id}`: one document: how it stands, its passages, a question tried out. */
import { Progress, Switch } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { AskDocuments } from './ask-documents.tsx';
import { isUnread, useDocument, usePassages } from './document-queries.ts';
import classes from './documents.module.css';
import { statusText } from './status-text.ts';
import { useDocumentActions } from './use-document-actions.ts';

const BACK = { to: '/documento-conocimiento', label: 'Documentos' };
const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

export function DocumentScreen() {
  const id = useParams({ strict: false }).id ?? '';
  const { place } = usePlace();
  const document = useDocument(id);
  // Another bot was chosen: what is asked and tried here would be about that one.
  const foreign = document.data !== undefined && document.data.bot_id !== place.bot.id;
  if (document.data && !foreign) return <Detail key={id} of={document.data} />;
  return (
    <Screen title="Documento" back={BACK}>
      {document.isPending ? <LoadRows label="Cargando el documento…" rows={5} height={72} /> : null}
      {foreign || isNotFound(document.error) ? (
        <Empty
          title="Ese documento no existe en este chatbot"
          next={<Link to="/documento-conocimiento">Ver todos los documentos</Link>}
        />
      ) : null}
      {document.error && !document.data && !isNotFound(document.error) ? (
        <LoadError message={sentence(document.error)} onRetry={() => void document.refetch()} />
      ) : null}
    </Screen>
  );
}

function Detail({ of: document }: { of: BotDocument }) {
  const { title, url, file_name, kind, size, status, progress, error, notice, indexed_at } = document;
  const navigate = useNavigate();
  const may = useMay();
  const actions = useDocumentActions(document, () => void navigate({ to: BACK.to }));
  const state = statusText(document);
  const edits = may('skill_base', 'edit');
  const facts: [string, string][] = [
    ['Estado', state.text],
    ['Tipo', kind ?? '—'],
    ['Tamaño', size === null ? '—' : sizeText(size)],
    ['Última lectura', indexed_at === null ? '—' : dateTimeText(indexed_at)],
    ['Agregado por', `${document.created_by_name ?? 'el equipo'}, ${dateTimeText(document.created_at)}`],
  ];
  return (
    <Screen
      title={title}
      back={BACK}
      lead={
        url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        ) : file_name !== title ? (
          file_name
        ) : undefined
      }
      actions={
        <>
          {isUnread(document) ? (
            <AllowedButton
              allowed={edits}
              why={TEXTS.noActionPermission}
              variant="default"
              loading={actions.busy === 'cancel'}
              onClick={actions.cancel}
            >
              Cancelar la lectura
            </AllowedButton>
          ) : (
            <AllowedButton
              allowed={edits}
              why={TEXTS.noActionPermission}
              variant="default"
              loading={actions.busy === 'reindex'}
              onClick={actions.reindex}
            >
              Volver a leer
            </AllowedButton>
          )}
          <AllowedButton
            allowed={may('skill_base', 'delete')}
            why={TEXTS.noActionPermission}
            color="red"
            variant="light"
            loading={actions.busy === 'delete'}
            onClick={actions.remove}
          >
            Eliminar
          </AllowedButton>
        </>
      }
    >
      <Section id="estado" title="Estado">
        {status === 'reading' ? (
          <Progress value={progress} mb="md" aria-label="Lectura del documento" />
        ) : null}
        {error === null ? null : (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
        {notice === null ? null : <p>{notice}</p>}
        <dl className={classes.table}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Usar con los clientes"
          description="Sin activar, responde solo en la vista previa."
          checked={actions.live}
          disabled={!edits || actions.busy === 'live'}
          onChange={actions.toggleLive}
        />
        <Switch
          mt="md"
          label="Dejar leer en el chat"
          description={
            actions.live
              ? 'Tus clientes lo encuentran en los artículos del chat y pueden leerlo entero.'
              : 'Tus clientes podrán leerlo entero cuando también se use con ellos.'
          }
          checked={actions.readable}
          disabled={!edits || actions.busy === 'readable'}
          onChange={actions.toggleReadable}
        />
      </Section>
      <AskDocuments document={document.id} />
      <Passages of={document} />
    </Screen>
  );
}

function Passages({ of: { id, indexed_at, passages: count } }: { of: BotDocument }) {
  const [page, setPage] = useState(1);
  const passages = usePassages(id, page, indexed_at);
  return (
    <Section
      id="fragmentos"
      title="Fragmentos"
      lead={count > 0 ? `${count.toLocaleString('es-CL')} en el orden del documento.` : undefined}
    >
      {passages.isPending ? <LoadRows label="Cargando fragmentos…" rows={4} height={90} /> : null}
      {passages.error && !passages.data ? (
        <LoadError message={sentence(passages.error)} onRetry={() => void passages.refetch()} />
      ) : null}
      {passages.data?.total === 0 ? <p>Todavía no hay fragmentos: aparecen cuando se lee.</p> : null}
      <ol className={classes.passages} start={(page - 1) * 20 + 1} aria-label="Fragmentos del documento">
        {passages.data?.passages.map(({ id: key, text, place, heading }) => (
          <li key={key}>
            <p className={classes.facts}>{[place, heading].filter((one) => one !== null).join(' · ')}</p>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
      <Pager page={page} pages={passages.data?.pages ?? 1} onPage={setPage} label="Páginas de fragmentos" />
    </Section>
  );
}
