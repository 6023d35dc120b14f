/** The chat with the draft beside the reasons of its answers; where it is narrow the reasons stand under the answer. */
import { Button, NativeSelect } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { ChatFrame, type Written } from '../../ui/chat-frame.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { buildingKey } from '../publishing/draft-queries.ts';
import { Beside } from './beside.tsx';
import classes from './preview.module.css';
import { shownTalk, type TalkLook } from './shown-talk.ts';
import { isWaiting, tracedTurn } from './talk-state.ts';
import { Trace } from './trace.tsx';
import { type TalkApi, useTalk } from './use-talk.ts';

export function Talk({ botId }: { botId: number }) {
  const wide = useWide();
  const api = useTalk(botId);
  const { state } = api;
  const traced = tracedTurn(state);
  return (
    <div className={classes.talk}>
      <section aria-label="Conversación de prueba" className={classes.chat}>
        <Settings api={api} />
        <Chat botId={botId} api={api} traced={traced?.id} />
      </section>
      {wide ? (
        <section aria-label="Por qué respondió así" className={classes.trace}>
          {traced?.answer ? (
            <Trace key={traced.id} botId={botId} turn={traced} answer={traced.answer} />
          ) : (
            <p className={classes.quiet}>Aquí verás por qué el bot responde lo que responde.</p>
          )}
        </section>
      ) : traced?.answer ? (
        <details className={classes.under}>
          <summary>Por qué respondió así</summary>
          <Trace key={traced.id} botId={botId} turn={traced} answer={traced.answer} />
        </details>
      ) : null}
    </div>
  );
}

/** The widget itself, told what is said here. */
function Chat({ botId, api, traced }: { botId: number; api: TalkApi; traced: number | undefined }) {
  const { place } = usePlace();
  const { turns, setting } = api.state;
  const found = useQuery({
    queryKey: buildingKey(botId, 'look'),
    queryFn: async ({ signal }): Promise<TalkLook> => {
      const { look, own_welcome } = await call(botManageCalls.botSettings, { params: { id: botId }, signal });
      return { look, ownWelcome: own_welcome };
    },
  });
  const talkLook = found.data;
  const chat = useMemo(
    () => (talkLook ? shownTalk(turns, talkLook, setting.channel) : null),
    [turns, talkLook, setting.channel],
  );
  if (!chat) {
    return found.error ? (
      <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
    ) : (
      <LoadRows label="Cargando el chat…" rows={4} height={60} />
    );
  }
  const write = ({ text, button, label, temporal_id }: Written) => {
    api.say(button === undefined ? { text: text ?? label } : { button, text: label }, temporal_id);
    return null;
  };
  return (
    <ChatFrame
      // A talk that begins again is a chat that begins again, whatever was on its way.
      key={turns[0]?.id}
      className={classes.frame}
      bot={place.bot}
      chat={chat}
      title="Chat de prueba"
      typing={isWaiting(api.state)}
      beside={<Beside turns={turns} chosen={traced} onChoose={api.choose} onAgain={api.again} />}
      onWrite={write}
    />
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
