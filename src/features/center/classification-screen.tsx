/** `/clasificacion-ia` (bots with the flag): the subjects that the bot sorts messages into, section by section. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import { useAssistant, useKeepAssistant } from '../publishing/assistant-queries.ts';
import { buildingKey } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import { nodePlace } from '../publishing/edit-place.ts';
import { ToInteractions } from '../publishing/to-interactions.tsx';
import classes from './center.module.css';
import { useBuilding } from './center-queries.ts';

export function ClassificationScreen() {
  const { place } = usePlace();
  return <Classification key={place.bot.id} botId={place.bot.id} />;
}

function Classification({ botId }: { botId: number }) {
  const may = useMay();
  const [query, setQuery] = useState('');
  const assistant = useAssistant(botId);
  const id = assistant.data?.id;
  const topics = useQuery({
    queryKey: buildingKey(botId, 'topics', id ?? ''),
    queryFn: ({ signal }) =>
      call(assistantCalls.refetchTopicsCategories, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  const create = useMutation({
    mutationFn: () => call(assistantCalls.createAssistant, { body: { bot_id: botId } }),
    onSuccess: useKeepAssistant(botId),
  });
  const failed = assistant.error ?? topics.error;
  const wanted = plainText(query.trim());
  const shown = (topics.data?.categories ?? [])
    .map((category) => ({
      ...category,
      topics: category.topics.filter(({ title }) => plainText(title).includes(wanted)),
    }))
    .filter((category) => category.topics.length > 0);
  return (
    <Screen
      title="Clasificación IA"
      lead="Los temas en que tu chatbot clasifica lo que le escriben."
      actions={
        id ? (
          <Button variant="default" loading={topics.isFetching} onClick={() => void topics.refetch()}>
            Actualizar
          </Button>
        ) : null
      }
    >
      {assistant.isPending || (id && topics.isPending) ? (
        <LoadRows label="Cargando los temas…" rows={6} height={64} />
      ) : null}
      {failed && !topics.data ? (
        <LoadError
          message={sentence(failed)}
          onRetry={() => void (assistant.error ? assistant.refetch() : topics.refetch())}
        />
      ) : null}
      {assistant.data === null ? (
        <Empty
          title="Este chatbot aún no tiene un asistente"
          next={
            <AllowedButton
              allowed={may('skill_base', 'add')}
              why={TEXTS.noActionPermission}
              loading={create.isPending}
              onClick={() => create.mutate()}
            >
              Crear el asistente
            </AllowedButton>
          }
        >
          <p>El asistente agrupa las intenciones del chatbot por temas.</p>
          {create.error ? <p role="alert">{failureText(create.error)}</p> : null}
        </Empty>
      ) : null}
      {topics.data ? (
        topics.data.categories.length === 0 ? (
          <Empty title="Tu chatbot aún no tiene temas" next={<ToInteractions />}>
            <p>Los temas salen de sus interacciones precargadas y personalizadas.</p>
          </Empty>
        ) : (
          <>
            <TextInput
              type="search"
              label="Buscar un tema"
              value={query}
              className={classes.search}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
            {shown.length === 0 ? <p role="status">Ningún tema coincide.</p> : null}
            {shown.map(({ name, topics: of }, place) => (
              <Section key={name} id={`category-${place}`} title={name}>
                <ul className={classes.rows}>
                  {of.map((topic) => (
                    <Topic key={topic.intent_name} botId={botId} topic={topic} />
                  ))}
                </ul>
              </Section>
            ))}
          </>
        )
      ) : null}
    </Screen>
  );
}

interface TopicProps {
  botId: number;
  topic: { intent_name: string; title: string; examples: number };
}

function Topic({ botId, topic }: TopicProps) {
  const building = useBuilding(botId);
  const node = building.data?.nodes.find(({ intent_name }) => intent_name === topic.intent_name);
  const place = node ? nodePlace(botId, node) : null;
  return (
    <li className={classes.row}>
      <div>
        {place ? (
          <Link to={place.to} search={place.search} className={classes.open} preload={false}>
            {topic.title}
          </Link>
        ) : (
          <p className={classes.absent}>{topic.title}</p>
        )}
        <p className={classes.preview}>{counted(topic.examples, 'frase de ejemplo', 'frases de ejemplo')}</p>
      </div>
    </li>
  );
}
