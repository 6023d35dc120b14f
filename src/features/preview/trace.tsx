/**
 * Why the bot answered as it did, and why not otherwise: what it understood with scores, data, conditions, documents,
 * the way through the nodes, what it remembers, who takes over. From here on each node is a link to where it is edited.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BotTrace, PreviewTrace } from '../../../contract/entities/bot-trace.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { useAddPhrase } from '../bot-tests/test-queries.ts';
import { EditLink } from '../publishing/edit-link.tsx';
import { MENU_PLACE, placeOf } from '../publishing/edit-place.ts';
import { useDraftNodes } from '../publishing/fault-list.tsx';
import type { Answer, Turn } from './talk-state.ts';
import classes from './trace.module.css';
import {
  expectedOf,
  headline,
  llmText,
  meaningText,
  outcomeText,
  percent,
  productsText,
  remembered,
  slotText,
} from './trace-words.ts';

interface TraceProps {
  botId: number;
  turn: Turn;
  answer: Answer;
}

export function Trace({ botId, turn, answer }: TraceProps) {
  const { trace, context } = answer;
  const builds = useMay()('skill_base', 'read');
  const said = turn.said && 'button' in turn.said ? null : (turn.said?.text ?? null);
  const kept = remembered(context);
  return (
    <div className={classes.trace}>
      <h2>Por qué respondió así</h2>
      <p className={classes.headline}>{headline(trace)}</p>
      {trace.truncated ? <p>El texto era muy largo: leyó solo el comienzo.</p> : null}
      {trace.stopped ? <p>Las interacciones daban vueltas en círculo: el bot cortó la vuelta.</p> : null}
      {builds ? <Way botId={botId} trace={trace} /> : null}
      <Clauses trace={trace} />
      <Guesses botId={botId} trace={trace} said={said} />
      <Meanings trace={trace} />
      {trace.slot && trace.via !== 'slot' && trace.via !== 'offer' ? (
        <Part title="El dato que pide">
          <p>{slotText(trace.slot)}</p>
        </Part>
      ) : null}
      {trace.entities.length > 0 ? (
        <Part title="Datos que reconoció">
          <dl className={classes.data}>
            {trace.entities.map(({ entity_name, value, text }) => (
              <div key={`${entity_name} ${value} ${text}`}>
                <dt>@{entity_name}</dt>
                <dd>
                  {value}
                  {text === value ? null : <small> («{text}»)</small>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {trace.conditions.length > 0 ? (
        <Part title="Condiciones que revisó">
          <ul className={classes.conditions}>
            {trace.conditions.map(({ node_id, title, condition, held }) => (
              <li key={node_id} data-held={held}>
                <strong>{held ? 'Se cumplió' : 'No se cumplió'}</strong>{' '}
                <NodeLink botId={botId} id={node_id} title={title} />
                <code>{condition}</code>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {trace.products ? (
        <Part title="Productos que buscó">
          <ul className={classes.conditions}>
            {productsText(trace.products).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
      ) : null}
      {trace.passages.length > 0 ? (
        <Part title="Documentos que miró">
          <ul className={classes.passages}>
            {trace.passages.map(({ id, title, text, used, by }) => (
              <li key={id} data-used={used || undefined}>
                <strong>{title}</strong> {used ? <em>Con este respondió</em> : null}{' '}
                {by ? <small>por lo que significa, no por sus palabras</small> : null}
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {trace.llm ? (
        <Part title="Modelo de lenguaje">
          <p>{llmText(trace.llm)}</p>
          {trace.llm.sources.length > 0 ? (
            <p>
              {trace.llm.sources.length > 1 ? 'Fuentes' : 'Fuente'}: {trace.llm.sources.join('; ')}
            </p>
          ) : null}
        </Part>
      ) : null}
      {kept.length > 0 ? (
        <Part title="Lo que recuerda de la conversación">
          <dl className={classes.data}>
            {kept.map(([name, value]) => (
              <div key={name}>
                <dt>${name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {answer.handoff ? (
        <Part title="Paso a una persona">
          <p>{answer.handoff.area ? `Al área ${answer.handoff.area}.` : 'A quien esté disponible.'}</p>
        </Part>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What the message was taken apart into; of a message of one clause without concepts there is nothing to tell. */
function Clauses({ trace }: { trace: BotTrace }) {
  const { clauses, guesses } = trace;
  if (clauses.length < 2 && !clauses.some(({ concepts }) => concepts.length > 0)) return null;
  const title = (name: string) => guesses.find(({ intent_name }) => intent_name === name)?.title ?? name;
  return (
    <Part title="Cómo leyó el mensaje">
      <ol className={classes.conditions} aria-label="Partes del mensaje">
        {clauses.map(({ text, intent_name, chance, concepts }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes its clauses
          <li key={at}>
            «{text}»{' '}
            <small>
              {intent_name === null
                ? 'nada que el bot conozca'
                : `${title(intent_name)} (${percent(chance)})`}
              {concepts.length > 0 ? `; habla de: ${concepts.join(', ')}` : ''}
            </small>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What meaning added to words; nothing where the installation has nothing that tells. */
function Meanings({ trace }: { trace: PreviewTrace }) {
  const { meaning, meanings, guesses } = trace;
  if (!meaning) return null;
  const title = (name: string) => guesses.find(({ intent_name }) => intent_name === name)?.title ?? name;
  return (
    <Part title="Significado">
      <p>{meaningText(meaning)}</p>
      {meanings.length > 0 ? (
        <ul className={classes.conditions} aria-label="Qué agregó el significado">
          {meanings.map(({ intent_name, words, meaning: meant, score }) => (
            <li key={intent_name}>
              <strong>{title(intent_name)}</strong>{' '}
              <small>
                por palabras {percent(words)}, por significado {percent(meant)}: queda en {percent(score)}
              </small>
            </li>
          ))}
        </ul>
      ) : null}
    </Part>
  );
}

function NodeLink({ botId, id, title }: { botId: number; id: string; title: string }) {
  const nodes = useDraftNodes(botId);
  return <EditLink place={placeOf(botId, nodes.data, { node: id })}>{title}</EditLink>;
}

/** The nodes that were said, each to be edited. */
function Way({ botId, trace }: { botId: number; trace: BotTrace }) {
  const nodes = useDraftNodes(botId);
  if (trace.via === 'start')
    return (
      <p className={classes.edit}>
        <EditLink place={MENU_PLACE}>Editar el menú inicial</EditLink>
      </p>
    );
  const title = (id: string) => nodes.data?.find(({ node_id }) => node_id === id)?.title ?? id;
  if (trace.path.length === 0) return null;
  return (
    <ol className={classes.way} aria-label="Interacciones que respondieron">
      {trace.path.map((id) => (
        <li key={id}>
          <EditLink place={placeOf(botId, nodes.data, { node: id })}>Editar «{title(id)}»</EditLink>
        </li>
      ))}
    </ol>
  );
}

/** Below this a guess rounds to nothing. */
const WORTH_SHOWING = 0.005;

/** What it might have meant, with scores; one click makes the sentence a phrase of the test set. */
function Guesses({ botId, trace, said }: { botId: number; trace: BotTrace; said: string | null }) {
  const may = useMay();
  const add = useAddPhrase(botId);
  const tests = may('skill_base', 'read') || may('faqs', 'read');
  const edits = may('skill_base', 'edit') || may('faqs', 'edit');
  const expected = expectedOf(trace);
  const offers = tests && said !== null && expected !== undefined;
  if (trace.guesses.length === 0 && !offers) return null;
  const { answer, offer } = trace.thresholds;
  const near = trace.guesses.filter(({ score }) => score >= WORTH_SHOWING);
  const far = trace.guesses.length - near.length;
  return (
    <Part title="Qué pudo entender">
      {near.length > 0 ? (
        <ol className={classes.guesses}>
          {near.map((guess) => (
            <li key={guess.intent_name} data-outcome={guess.outcome}>
              <p>
                <strong>
                  {guess.node_id === null ? (
                    guess.title
                  ) : (
                    <NodeLink botId={botId} id={guess.node_id} title={guess.title} />
                  )}
                </strong>
                <span>{percent(guess.score)}</span>
              </p>
              <i aria-hidden="true">
                <b style={{ width: percent(guess.score).replace(' ', '') }} />
                <u style={{ left: `${offer * 100}%` }} />
                <u style={{ left: `${answer * 100}%` }} />
              </i>
              <p>
                <small>{outcomeText(guess, trace)}</small>
                {offers && edits ? (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    disabled={add.isPending}
                    onClick={() => add.mutate({ text: said, intent_name: guess.intent_name })}
                  >
                    Debe entender esto
                  </Button>
                ) : null}
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <p>Ninguna frase de ejemplo se parece.</p>
      )}
      {near.length > 0 && far > 0 ? <p className={classes.far}>Las demás no se parecen en nada.</p> : null}
      {offers ? (
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          variant="default"
          size="xs"
          loading={add.isPending}
          onClick={() => add.mutate({ text: said, intent_name: expected })}
        >
          {expected === null
            ? 'Agregar a las frases de prueba: no debe responder'
            : 'Agregar a las frases de prueba'}
        </AllowedButton>
      ) : null}
    </Part>
  );
}
