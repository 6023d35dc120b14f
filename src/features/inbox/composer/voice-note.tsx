/** Speaking instead of typing: record, listen, send; anyone who leaves in the middle finds it beside the draft. */
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { fileFault } from '../../../../contract/rules/channel-files.ts';
import type { Channel } from '../../../../contract/states.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { hub } from '../../../hub/hooks.ts';
import { endFileUrl } from '../../../ui/end-file-url.ts';
import button from '../../../ui/plain-button.module.css';
import { toastFailure } from '../../../ui/toast.ts';
import { clockText, microphoneText, type Recording, startRecording, voiceName } from './recording.ts';
import classes from './voice-note.module.css';

const PLAIN = `${button.medium} ${classes.button}`;
const MAIN = `${PLAIN} ${button.primary}`;
/** The eye takes this for movement (ms). */
const LOOK = 100;
/** Shorter ones are a slip of the hand: not worth keeping when the person goes elsewhere (ms). */
const WORTH = 1_000;

interface VoiceNoteProps {
  card: Pick<Conversation, 'id' | 'bot_id'>;
  mode: DraftMode;
  /** Nobody has it: the note takes it. */
  take: boolean;
  /** By which it leaves; null: by none, it is a note. */
  way: Channel | null;
  onClose: () => void;
}

export default function VoiceNote(props: VoiceNoteProps) {
  const [tries, setTries] = useState(0);
  return <Recorder key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

function Recorder({ card, mode, take, way, onClose, onAgain }: VoiceNoteProps & { onAgain: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [heard, setHeard] = useState<{ blob: Blob; url: string } | null>(null);
  /** What is left when this goes away unasked. */
  const left = useRef<{ recording: Recording; since: number } | { blob: Blob } | null>(null);
  const finish = useEffectEvent(async (active: Recording) => {
    const blob = await active.finish();
    left.current = { blob };
    setRecording(null);
    setHeard({ blob, url: URL.createObjectURL(blob) });
  });

  useEffect(() => {
    let over = false;
    let mine: Recording | null = null;
    startRecording(() => {
      if (mine) void finish(mine);
    }).then(
      (started) => {
        if (over) return started.drop();
        mine = started;
        left.current = { recording: started, since: Date.now() };
        setRecording(started);
      },
      (error: unknown) => {
        console.warn('No recording.', error);
        if (!over) setFault(microphoneText(error));
      },
    );
    return () => {
      over = true;
    };
  }, []);

  const keepWhatIsLeft = useEffectEvent(() => {
    const now = left.current;
    left.current = null;
    if (!now) return;
    if ('blob' in now) void keep(card, mode, now.blob);
    else if (Date.now() - now.since < WORTH) now.recording.drop();
    else void now.recording.finish().then((blob) => keep(card, mode, blob));
  });
  useEffect(() => () => keepWhatIsLeft(), []);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const shown = player.current;
    return () => {
      if (heard) endFileUrl(heard.url, shown);
    };
  }, [heard]);

  const notTaken =
    heard && way && fileFault(way, { name: 'Nota de voz', type: heard.blob.type, size: heard.blob.size });

  // Buttons come and go; the keyboard stays with what comes next.
  const panel = useRef<HTMLElement>(null);
  const step = fault ? 'fault' : heard ? 'heard' : recording ? 'recording' : 'waiting';
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>(`[data-step='${step}'] [data-next]`)?.focus();
  }, [step]);

  const drop = () => {
    const now = left.current;
    left.current = null;
    if (now && 'recording' in now) now.recording.drop();
    onClose();
  };
  const send = async () => {
    const now = left.current;
    if (!now || !('blob' in now)) return;
    left.current = null;
    if (await sendNote({ card, mode, take }, now.blob)) onClose();
    else left.current = now;
  };
  return (
    <section
      ref={panel}
      className={classes.panel}
      data-step={step}
      aria-label="Nota de voz"
      onKeyDown={(event) => {
        if (event.key === 'Escape') drop();
      }}
    >
      {fault ? (
        <>
          <p role="alert">{fault}</p>
          <button type="button" data-next className={PLAIN} onClick={onAgain}>
            Reintentar
          </button>
          <button type="button" className={PLAIN} onClick={drop}>
            Cerrar
          </button>
        </>
      ) : heard ? (
        <>
          <audio ref={player} src={heard.url} controls className={classes.player}>
            <track kind="captions" />
          </audio>
          <button type="button" data-next={notTaken ? true : undefined} className={PLAIN} onClick={drop}>
            <IconTrash size={16} aria-hidden="true" /> Descartar
          </button>
          {notTaken ? (
            <p role="alert">{notTaken}</p>
          ) : (
            <button type="button" data-next className={MAIN} onClick={() => void send()}>
              <IconSend size={16} aria-hidden="true" /> {mode === 'note' ? 'Guardar audio' : 'Enviar audio'}
            </button>
          )}
        </>
      ) : recording ? (
        <>
          <Loudness recording={recording} />
          <button type="button" className={PLAIN} onClick={drop}>
            <IconTrash size={16} aria-hidden="true" /> Cancelar
          </button>
          <button type="button" data-next className={MAIN} onClick={() => void finish(recording)}>
            <IconPlayerStop size={16} aria-hidden="true" /> Terminar
          </button>
        </>
      ) : (
        <>
          <p role="status">Esperando el micrófono…</p>
          <button type="button" data-next className={PLAIN} onClick={drop}>
            Cancelar
          </button>
        </>
      )}
    </section>
  );
}

/** Time and loudness, so that nobody speaks into a dead microphone. */
function Loudness({ recording }: { recording: Recording }) {
  const [since] = useState(() => Date.now());
  const [now, setNow] = useState({ passed: 0, level: 0 });
  useEffect(() => {
    const timer = setInterval(() => setNow({ passed: Date.now() - since, level: recording.level() }), LOOK);
    return () => clearInterval(timer);
  }, [recording, since]);
  return (
    <>
      <span className={classes.dot} aria-hidden="true" />
      <span role="timer" aria-label="Grabando">
        {clockText(now.passed)}
      </span>
      <span className={classes.level} aria-hidden="true">
        <i style={{ transform: `scaleX(${now.level})` }} />
      </span>
    </>
  );
}

async function attachNote(card: VoiceNoteProps['card'], mode: DraftMode, blob: Blob) {
  const name = voiceName(blob.type, new Date());
  return hub().attach({ botId: card.bot_id, conversationId: card.id, mode, name, blob });
}

/** The person went elsewhere: it waits beside the draft of its own conversation. */
async function keep(card: VoiceNoteProps['card'], mode: DraftMode, blob: Blob): Promise<void> {
  try {
    const result = await attachNote(card, mode, blob);
    if (!result.ok) throw new Error(result.message);
  } catch (error) {
    toastFailure('No pudimos guardar la nota de voz', error);
  }
}

/** @returns false: it is still here, and a toast said so */
async function sendNote(
  { card, mode, take }: Pick<VoiceNoteProps, 'card' | 'mode' | 'take'>,
  blob: Blob,
): Promise<boolean> {
  try {
    const result = await attachNote(card, mode, blob);
    if (!result.ok) throw new Error(result.message);
    await hub().send({
      botId: card.bot_id,
      conversationId: card.id,
      text: '',
      note: mode === 'note',
      files: [result.file.id],
      keepDraft: true,
      ...(take ? { take: true } : {}),
    });
    return true;
  } catch (error) {
    toastFailure('No pudimos enviar la nota de voz', error);
    return false;
  }
}
