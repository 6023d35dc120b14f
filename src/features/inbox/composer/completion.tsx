/** What fits the sign that is being typed: quick replies, colleagues, emoji; chosen by keyboard or pointer. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { QuickReply } from '../../../../contract/calls/inbox-tools.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { clientName } from '../../../../contract/rules/client-name.ts';
import { withOptions } from '../../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../../contract/rules/offered-links.ts';
import { fillNames } from '../../../../contract/rules/quick-reply.ts';
import { sees } from '../../../../machines/inbox/sight.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { useColleagues } from '../../../hub/hooks.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { carriedWords } from '../../quick-replies/carried-words.ts';
import { fittingReplies } from '../../quick-replies/fitting-replies.ts';
import { useQuickReplies } from '../../quick-replies/quick-reply-queries.ts';
import { bringReply } from './bring-reply.ts';
import classes from './completion.module.css';
import { findEmoji } from './emoji-data.ts';
import { fittingColleagues } from './fitting-colleagues.ts';
import type { WritingField } from './format/type-into.ts';
import { LIST_ID, OPTION_ID, type Trigger } from './trigger.ts';

export interface CompletionHandle {
  /** @returns true: the key was for the list */
  key: (key: string) => boolean;
}

interface CompletionProps {
  trigger: Trigger;
  card: Conversation;
  field: RefObject<WritingField | null>;
  /** What is offered under the draft; null: it takes nothing, and a reply's is written in its text. */
  offer: { buttons: readonly string[]; links: readonly OfferedLink[] } | null;
  onChoose: (text: string) => void;
  onClose: () => void;
  handle: Ref<CompletionHandle>;
}

interface Option {
  key: string;
  /** What is written. */
  text: string;
  title: string;
  detail: string | null;
  /** What else it brings. */
  reply?: QuickReply;
  avatar?: { id: number; image: string | null };
}

const MOST = 8;
const LABELS: Record<Trigger['kind'], string> = {
  quick: 'Respuestas rápidas',
  mention: 'Colegas',
  emoji: 'Emojis',
};

export default function Completion({
  trigger,
  card,
  field,
  offer,
  onChoose,
  onClose,
  handle,
}: CompletionProps) {
  const { options, loading, failed } = useOptions(trigger, card, offer !== null);
  const choose = ({ text, reply }: Option) => {
    onChoose(text);
    if (reply) bringReply(card, reply, offer);
  };
  const [marked, setMarked] = useState(0);
  const [searched, setSearched] = useState(trigger.query);
  if (searched !== trigger.query) {
    setSearched(trigger.query);
    setMarked(0);
  }
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const found = options.length > 0;
  // The field keeps the focus; readers follow what is marked.
  useEffect(() => {
    const area = field.current;
    if (!area || !found) return;
    area.setAttribute('aria-controls', LIST_ID);
    area.setAttribute('aria-activedescendant', OPTION_ID);
    return () => {
      area.removeAttribute('aria-controls');
      area.removeAttribute('aria-activedescendant');
    };
  }, [field, found]);
  const quick = trigger.kind === 'quick';
  useImperativeHandle(handle, () => ({
    key: (key) => {
      if (key === 'Escape') {
        onClose();
        return true;
      }
      // Enter must not send '/hola' to a customer because the list is on its way, or the shortcut mistyped.
      if (options.length === 0) return key === 'Enter' && (loading || quick);
      const chosen = options[marked];
      if (key === 'ArrowDown') setMarked((marked + 1) % options.length);
      else if (key === 'ArrowUp') setMarked((marked + options.length - 1) % options.length);
      else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen);
      else return false;
      return true;
    },
  }));
  if (!loading && options.length === 0 && !quick) return null;
  return (
    <div className={classes.panel}>
      {loading ? <p role="status">Buscando…</p> : null}
      {failed ? <p role="alert">No pudimos cargar las respuestas rápidas.</p> : null}
      {!loading && !failed && options.length === 0 ? (
        <p role="status">Ninguna respuesta coincide. Esc lo deja como texto.</p>
      ) : null}
      <div ref={list} id={LIST_ID} role="listbox" aria-label={LABELS[trigger.kind]} className={classes.list}>
        {options.map((option, index) => (
          <button
            key={option.key}
            id={index === marked ? OPTION_ID : undefined}
            type="button"
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            // The field keeps the focus, and hands its keys over.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setMarked(index)}
            onClick={() => choose(option)}
          >
            {option.avatar ? (
              <PersonAvatar
                name={option.title}
                id={String(option.avatar.id)}
                image={option.avatar.image}
                size={22}
              />
            ) : null}
            <strong>{option.title}</strong>
            {option.detail ? <span>{option.detail}</span> : null}
          </button>
        ))}
      </div>
      {quick ? (
        <p className={classes.manage}>
          <Link to="/respuestas-rapidas" onMouseDown={(event) => event.preventDefault()}>
            Administrar respuestas rápidas
          </Link>
        </p>
      ) : null}
    </div>
  );
}

function useOptions(
  { kind, query }: Trigger,
  card: Conversation,
  offers: boolean,
): { options: Option[]; loading: boolean; failed: boolean } {
  const { user } = usePlace();
  const replies = useQuickReplies(card.bot_id, kind === 'quick');
  const colleagues = useColleagues(kind === 'mention' ? card.bot_id : null);
  const emoji = useQuery({
    queryKey: ['emoji', query],
    queryFn: () => findEmoji(query, MOST),
    enabled: kind === 'emoji',
    staleTime: Number.POSITIVE_INFINITY,
    // Between two letters the last answer stays: nothing jumps.
    placeholderData: (before) => before,
    retry: false,
  });
  switch (kind) {
    case 'quick': {
      const values = { cliente: clientName(card), agente: user.name };
      const options = fittingReplies(replies.data ?? [], query)
        .slice(0, MOST)
        .map((reply) => {
          const said = fillNames(reply.text, values);
          const text = offers ? said : withOptions(said, reply.buttons, reply.links);
          const detail = [said, ...carriedWords(reply)].join(' · ');
          return { key: reply.id, text, title: `/${reply.shortcut}`, detail, reply };
        });
      return { options, loading: replies.isPending, failed: replies.isError };
    }
    case 'mention': {
      const options = fittingColleagues(colleagues ?? [], user.id, query)
        .slice(0, MOST)
        .map(({ id, name, image, role, category }) => ({
          key: String(id),
          text: `@${name}`,
          title: name,
          detail: sees(
            { user_id: id, base: role === 'agente' ? role : 'administrador', areas: category },
            card,
          )
            ? role
            : `${role} · no ve esta conversación: no le avisaremos`,
          avatar: { id, image },
        }));
      return { options, loading: colleagues === undefined, failed: false };
    }
    case 'emoji': {
      const options = (emoji.data ?? []).map(({ unicode, label }) => ({
        key: unicode,
        text: unicode,
        title: unicode,
        detail: label,
      }));
      return { options, loading: emoji.isPending, failed: false };
    }
  }
}
