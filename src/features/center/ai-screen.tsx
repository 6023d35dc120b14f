/**
 * `/chatbot-center/prompt-manager`, Configuración de IA: how sure the bot must be, what it says when it is not, what
 * it recognises in a message, the optional language model, whom it tells, and what it learns from.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { llmCalls } from '../../../contract/calls/llm.ts';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import type { LlmSettings } from '../../../contract/entities/llm.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { useAssistant } from '../publishing/assistant-queries.ts';
import { type KnownSettings, useEngineSettings } from '../publishing/draft-queries.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { engineFieldsOf, llmFieldsOf, llmKey } from './ai-settings.ts';
import { EngineForm } from './engine-form.tsx';
import { EntitiesSection } from './entities-section.tsx';
import { LlmForm } from './llm-form.tsx';
import { SynonymsSection } from './synonyms-section.tsx';
import { TrainingsSection } from './trainings-section.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function AiScreen() {
  const { place } = usePlace();
  return <Ai key={place.bot.id} botId={place.bot.id} />;
}

function Ai({ botId }: { botId: number }) {
  const engine = useEngineSettings(botId);
  const llm = useQuery({
    queryKey: llmKey(botId),
    queryFn: ({ signal }) => call(llmCalls.llmSettings, { params: { botId }, signal }),
  });
  const assistant = useAssistant(botId);
  const failed =
    (!engine.data && engine.error) ||
    (!llm.data && llm.error) ||
    (assistant.data === undefined && assistant.error);
  if (engine.data && llm.data && assistant.data !== undefined)
    return <Forms botId={botId} engine={engine.data} llm={llm.data} assistant={assistant.data} />;
  return (
    <Screen title="Configuración de IA" width="form">
      {failed ? (
        <LoadError
          message={sentence(failed)}
          onRetry={() => {
            void engine.refetch();
            void llm.refetch();
            void assistant.refetch();
          }}
        />
      ) : (
        <LoadRows label="Cargando la configuración…" rows={6} height={72} />
      )}
    </Screen>
  );
}

interface FormsProps {
  botId: number;
  engine: KnownSettings;
  llm: LlmSettings;
  /** Null: the bot has none yet. */
  assistant: Assistant | null;
}

function Forms({ botId, engine, llm, assistant }: FormsProps) {
  const { user } = usePlace();
  const engineSaved = useMemo(() => engineFieldsOf(engine.settings), [engine]);
  const llmSaved = useMemo(() => llmFieldsOf(llm), [llm]);
  const engineForm = useTyped(`engine/${user.id}/${botId}`, engineSaved, engine.revision);
  // These two are no part of the draft: their revision is that of the bot's other settings.
  const llmForm = useTyped(`llm/${user.id}/${botId}`, llmSaved, llm.revision);
  const webhookForm = useTyped(
    `webhook/${user.id}/${botId}`,
    assistant?.webhook_url ?? '',
    assistant?.revision ?? 0,
  );
  const forms = [engineForm, llmForm, webhookForm];
  useLeaveGuard({
    isDirty: () => forms.some(({ isDirty }) => isDirty()),
    forget: () => {
      for (const { forget } of forms) forget();
    },
  });
  return (
    <Screen
      title="Configuración de IA"
      width="form"
      lead="Qué tan seguro debe estar tu chatbot para responder, y qué hace cuando no lo está."
    >
      <PublishBar unsaved={engineForm.dirty} />
      <EngineForm botId={botId} form={engineForm} />
      <EntitiesSection botId={botId} />
      <SynonymsSection botId={botId} />
      <LlmForm botId={botId} settings={llm} form={llmForm} />
      <TrainingsSection botId={botId} assistant={assistant} />
      <WebhookForm botId={botId} assistant={assistant} form={webhookForm} />
    </Screen>
  );
}
