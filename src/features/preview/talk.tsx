/** The chat with the draft beside the reasons of its answers; where it is narrow the reasons stand under the answer. */
import { Button, NativeSelect, Textarea } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconSend2 from '@tabler/icons-react/dist/esm/icons/IconSend2.mjs';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { useMay } from '../../bot/place-context.ts';
import { useWide } from '../../ui/use-wide.ts';
import classes from './preview.module.css';
import { isWaiting, tracedTurn } from './talk-state.ts';
import { Trace } from './trace.tsx';
import { TurnView } from './turn-view.tsx';
import { type TalkApi, useTalk } from './use-talk.ts';

export function Talk({ botId }: { botId: number }) {
  const wide = useWide();
  const api = useTalk(botId);
  const { state } = api;
  const traced = tracedTurn(state);
  const log = useRef<HTMLDivElement>(null);
  const { turns } = state;
  // It follows each new turn and its answer.
  useEffect(() => {
    if (turns.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns]);
  return (
    <div className={classes.talk}>
      <section aria-label="Conversación de prueba" className={classes.chat}>
        <Settings api={api} />
        <div ref={log} role="log" aria-label="Mensajes" className={classes.log}>
          {state.turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              chosen={turn.id === traced?.id}
              before={state.turns.findLast(({ id, answer }) => id < turn.id && answer)?.answer?.revision}
              onChoose={() => api.choose(turn.id)}
              onPress={({ id, label }) => api.say({ button: id, text: label })}
              onAgain={() => api.again(turn.id)}
              busy={isWaiting(state)}
            >
              {!wide && turn.id === traced?.id && turn.answer ? (
                <details className={classes.under}>
                  <summary>Por qué respondió así</summary>
                  <Trace botId={botId} turn={turn} answer={turn.answer} />
                </details>
              ) : null}
            </TurnView>
          ))}
        </div>
        <Composer busy={isWaiting(state)} onSay={(text) => api.say({ text })} />
      </section>
      {wide ? (
        <section aria-label="Por qué respondió así" className={classes.trace}>
          {traced?.answer ? (
            <Trace key={traced.id} botId={botId} turn={traced} answer={traced.answer} />
          ) : (
            <p className={classes.quiet}>Aquí verás por qué el bot responde lo que responde.</p>
          )}
        </section>
      ) : null}
    </div>
  );
}

function Settings({ api }: { api: TalkApi }) {
  const { setting } = api.state;
  const builds = useMay()('skill_base', 'read');
  return (
    <div className={classes.settings}>
      {builds ? (
        <NativeSelect
          label="Hablar con"
          size="xs"
          value={setting.of}
          onChange={(event) =>
            api.begin({ of: event.currentTarget.value === 'published' ? 'published' : 'draft' })
          }
          data={[
            { value: 'draft', label: 'El borrador' },
            { value: 'published', label: 'Lo publicado' },
          ]}
        />
      ) : null}
      <NativeSelect
        label="Como si escribiera por"
        size="xs"
        value={setting.channel}
        onChange={(event) =>
          api.begin({ channel: CHANNELS.find((one) => one === event.currentTarget.value) ?? 'web' })
        }
        data={CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
      />
      <NativeSelect
        label="Horario"
        size="xs"
        value={setting.hours}
        onChange={(event) => {
          const { value } = event.currentTarget;
          api.begin({ hours: value === 'open' || value === 'closed' ? value : 'clock' });
        }}
        data={[
          { value: 'clock', label: 'El de ahora' },
          { value: 'open', label: 'Como si atendieran' },
          { value: 'closed', label: 'Como si estuviera cerrado' },
        ]}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={15} aria-hidden="true" />}
        onClick={() => api.begin()}
      >
        Reiniciar
      </Button>
    </div>
  );
}

function Composer({ busy, onSay }: { busy: boolean; onSay: (text: string) => void }) {
  const [text, setText] = useState('');
  /** Sent while the bot was still answering: goes out when it has. */
  const [waiting, setWaiting] = useState(false);
  const say = () => {
    if (text.trim() === '') return;
    setWaiting(busy);
    if (busy) return;
    onSay(text.trim());
    setText('');
  };
  useEffect(() => {
    if (waiting && !busy) say();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    say();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    say();
  };
  return (
    <form onSubmit={submit} className={classes.composer}>
      <Textarea
        aria-label="Escribe como si fueras un cliente"
        placeholder="Escribe como si fueras un cliente"
        autosize={false}
        rows={1}
        value={text}
        maxLength={LIMITS.messageText}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={classes.field}
      />
      <Button type="submit" aria-label="Enviar" disabled={text.trim() === ''} loading={busy}>
        <IconSend2 size={18} aria-hidden="true" />
      </Button>
    </form>
  );
}
