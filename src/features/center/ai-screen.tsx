/**
 * `/chatbot-center/prompt-manager`, Configuración de IA: how sure the bot must be, what it says when it is not, and the
 * optional language model.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { llmCalls } from '../../../contract/calls/llm.ts';
import type { LlmSettings } from '../../../contract/entities/llm.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { type KnownSettings, useEngineSettings } from '../publishing/draft-queries.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { engineFieldsOf, llmFieldsOf, llmKey } from './ai-settings.ts';
import { EngineForm } from './engine-form.tsx';
import { LlmForm } from './llm-form.tsx';

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
  const failed = (!engine.data && engine.error) || (!llm.data && llm.error);
  if (engine.data && llm.data) return <Forms botId={botId} engine={engine.data} llm={llm.data} />;
  return (
    <Screen title="Configuración de IA" width="form">
      {failed ? (
        <LoadError
          message={sentence(failed)}
          onRetry={() => {
            void engine.refetch();
            void llm.refetch();
          }}
        />
      ) : (
        <LoadRows label="Cargando la configuración…" rows={6} height={72} />
      )}
    </Screen>
  );
}

function Forms({ botId, engine, llm }: { botId: number; engine: KnownSettings; llm: LlmSettings }) {
  const { user } = usePlace();
  const engineSaved = useMemo(() => engineFieldsOf(engine.settings), [engine]);
  const llmSaved = useMemo(() => llmFieldsOf(llm), [llm]);
  const engineForm = useTyped(`engine/${user.id}/${botId}`, engineSaved, engine.revision);
  // The model's settings are no part of the draft and have no revision.
  const llmForm = useTyped(`llm/${user.id}/${botId}`, llmSaved, 0);
  useLeaveGuard({
    isDirty: () => engineForm.isDirty() || llmForm.isDirty(),
    forget: () => {
      engineForm.forget();
      llmForm.forget();
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
      <LlmForm botId={botId} settings={llm} form={llmForm} />
    </Screen>
  );
}
