/**
 * Search inside the open conversation, also in what is not loaded: the places are the server's, newest first; each step
 * jumps to one (use-jump.ts), and what is on the page is marked.
 */
import { ActionIcon } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { conversationCalls } from '../../../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../../../contract/limits.ts';
import { sentence } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import plain from '../../../../ui/plain-button.module.css';
import type { Target } from '../passage.ts';
import classes from './find-bar.module.css';
import { useMarks } from './use-marks.ts';

/** Milliseconds without a key. */
const PAUSE = 250;

const number = (count: number) => count.toLocaleString('es-CL');

interface FindBarProps {
  conversationId: string;
  /** The newest message's order: what was said since is searched too. */
  upTo: number;
  /** What is searched now; null: nothing. */
  onSearch: (text: string | null) => void;
  onJump: (target: Target) => void;
  onClose: () => void;
}

export default function FindBar({ conversationId, upTo, onSearch, onJump, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [paused] = useDebouncedValue(text.trim(), PAUSE);
  const wanted = paused === '' ? null : paused;
  /** Where one stands: a message's `_id` among those that were found for a text. */
  const [at, setAt] = useState<{ text: string; id: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => onSearch(wanted), [wanted, onSearch]);
  useMarks(bar, wanted);
  const query = useQuery({
    queryKey: ['find-in', conversationId, wanted, upTo],
    queryFn: ({ signal }) =>
      call(conversationCalls.findMessages, {
        params: { id: conversationId },
        query: { text: wanted ?? '' },
        signal,
      }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  });
  const found = wanted === null ? [] : (query.data?.found ?? []);
  const settled = wanted !== null && query.isSuccess && !query.isPlaceholderData;
  const place = at ? found.findIndex(({ _id }) => _id === at.id) : -1;

  const go = (index: number) => {
    const target = found[index];
    if (!target || wanted === null) return;
    setAt({ text: wanted, id: target._id });
    onJump({ message: target._id });
  };
  // The newest place is shown as soon as a text is found.
  const first = settled && at?.text !== wanted ? found[0]?._id : undefined;
  useEffect(() => {
    if (first === undefined || wanted === null) return;
    setAt({ text: wanted, id: first });
    onJump({ message: first });
  }, [first, wanted, onJump]);

  const older = () => go((place + 1) % found.length);
  const newer = () => go((Math.max(place, 0) + found.length - 1) % found.length);
  return (
    <search ref={bar} className={classes.bar} aria-label="Buscar en la conversación">
      <input
        ref={field}
        type="text"
        inputMode="search"
        value={text}
        maxLength={LIMITS.searchText}
        placeholder="Buscar en la conversación"
        aria-label="Texto que buscas en la conversación"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found.length > 0) (event.shiftKey ? newer : older)();
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
        }}
      />
      <p role="status" className={classes.count}>
        {query.error && wanted !== null ? (
          <>
            {sentence(query.error)}{' '}
            <button type="button" className={plain.link} onClick={() => void query.refetch()}>
              Reintentar
            </button>
          </>
        ) : wanted === null ? null : found.length > 0 ? (
          `${number(Math.max(place, 0) + 1)} de ${number(found.length)}${query.data?.more ? '+' : ''}`
        ) : settled ? (
          'Sin resultados'
        ) : (
          'Buscando…'
        )}
      </p>
      <ActionIcon
        aria-label="Resultado anterior en el tiempo"
        title="Anterior (Enter)"
        disabled={found.length === 0}
        onClick={older}
      >
        <IconChevronUp size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label="Resultado siguiente en el tiempo"
        title="Siguiente (Mayús+Enter)"
        disabled={found.length === 0}
        onClick={newer}
      >
        <IconChevronDown size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label="Cerrar la búsqueda" onClick={onClose}>
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </search>
  );
}
