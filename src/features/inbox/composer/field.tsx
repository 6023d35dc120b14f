/** The text, its files, and what helps to write it: signs that search, emoji, voice. Parts load when they are used. */
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs';
import IconMoodSmile from '@tabler/icons-react/dist/esm/icons/IconMoodSmile.mjs';
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import IconTypography from '@tabler/icons-react/dist/esm/icons/IconTypography.mjs';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { ticketOfThread } from '../../../../contract/rules/tickets.ts';
import type { Channel } from '../../../../contract/states.ts';
import type { SendInput } from '../../../../workers/hub/surface/api.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { loadChunk } from '../../../base/lazy-screen.ts';
import { loadedAhead } from '../../../base/load-ahead.ts';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { hub, useColleagues } from '../../../hub/hooks.ts';
import { useDraft } from '../../../hub/use-draft.ts';
import { useStored } from '../../../ui/stored-state.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { ChannelPart } from '../channel/lazy.ts';
import { replyTo, useReplyTo } from '../channel/reply-to.ts';
import { loadComposerHelp } from '../help-from-model/parts.ts';
import { loadScheduleDialog } from '../scheduled/parts.ts';
import { attachFiles, markedHtml, pastedFiles } from './attach.ts';
import { AttachButton } from './attach-button.tsx';
import { useBringing } from './bringing.ts';
import { noProducts, useChosenProducts } from './chosen-products.ts';
import type { CompletionHandle } from './completion.tsx';
import classes from './composer.module.css';
import type { ApplyFormat } from './format/apply-format.ts';
import { continueList } from './format/continue-list.ts';
import { dialectOf, type Format, formatOfKey, isRichKey } from './format/marks.ts';
import { type Press, typeInto, type WritingField } from './format/type-into.ts';
import { loadFormatBar } from './format-parts.ts';
import { mentionsIn } from './mentions.ts';
import {
  loadApplyFormat,
  loadCompletion,
  loadDraftFiles,
  loadDraftOptions,
  loadLinkForm,
  loadPastedHtml,
  loadVoiceNote,
} from './parts.ts';
import { ToolButton } from './tool-button.tsx';
import { insertion, type Trigger, triggerAt } from './trigger.ts';
import { useRichField } from './use-rich-field.ts';
import { useTyping } from './use-typing.ts';

const Completion = lazyPart(loadCompletion);
const ComposerHelp = lazyPart(loadComposerHelp);
const DraftFiles = lazyPart(loadDraftFiles);
const DraftOptions = lazyPart(loadDraftOptions);
const LinkForm = lazyPart(loadLinkForm);
const FormatBar = lazyPart(loadFormatBar);
const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'));
const ProductPicker = lazyPart(() => import('./product-picker.tsx'));
const ProductChips = lazyPart(() => import('./product-chips.tsx'));
const ScheduleDialog = lazyPart(loadScheduleDialog);
const VoiceNote = lazyPart(loadVoiceNote, <div className={classes.space} />);

const isOn = (stored: unknown) => stored === true;

interface FieldProps {
  card: Conversation;
  mode: DraftMode;
  field: RefObject<WritingField | null>;
  /** Nobody has it: the first words take it. */
  take: boolean;
  /** It can be closed together with the reply. */
  close: boolean;
  onClosing: () => void;
  /** What goes with each of its messages besides: a ticket's next state, what its page shows. */
  more?: Pick<SendInput, 'nextState' | 'lastSeen'>;
  /** By which its files leave, where that is not the card's. */
  way?: Channel;
}

export function Field({ card, mode, field, take, close, onClosing, more, way = card.channel }: FieldProps) {
  const note = mode === 'note';
  const draft = useDraft(card.bot_id, card.id, mode);
  const colleagues = useColleagues(note ? card.bot_id : null);
  const answered = useReplyTo(card.id);
  // An answer to a ticket takes words and files.
  const mayShow = useMay()('crm', 'read') && more === undefined;
  const helped = usePlace().place.bot.model_help === true;
  const ticketId = ticketOfThread(card.id);
  // A ticket's answer goes by mail as well.
  const dialect = more === undefined ? dialectOf(card.channel, note) : null;
  const [formatting, setFormatting] = useStored('inbox-format', isOn);
  const { Rich, switchRich, leavesRich } = useRichField(field, dialect !== null, draft.text);
  const chosen = useChosenProducts(card.id);
  const products = note ? [] : chosen;
  const bringing = useBringing(card.id) && !note;
  const typing = useTyping(card.bot_id, card.id);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  /** The sign that has been answered or was left as text: it opens no list again until another one is typed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [tool, setTool] = useState<'emoji' | 'link' | 'products' | 'voice' | 'later' | 'help' | null>(null);
  const completion = useRef<CompletionHandle>(null);
  const searching = trigger !== null && trigger.from !== closedAt ? trigger : null;

  const text = draft.text.trim();
  const left = LIMITS.messageText - draft.text.length;
  const { buttons, links } = draft;
  const offers = buttons.length + links.length > 0;
  // Judged and said beside them, where their rules are loaded; the server refuses it in any case.
  const [fileFault, setFileFault] = useState<string | null>(null);
  const [offersWrong, setOffersWrong] = useState(false);
  const filled = text !== '' || (!offers && draft.files.length + products.length > 0);
  const ready = draft.known && filled && !offersWrong && !bringing && left >= 0;
  /** @returns true: one of the files can't leave by this channel, and it was said */
  const refused = () => {
    if (fileFault === null) return false;
    toast({ id: 'file', color: 'red', title: 'No se envió', message: fileFault, role: 'alert' });
    return true;
  };
  const send = (closing = false) => {
    if (!ready || refused()) return;
    setTrigger(null);
    if (tool === 'help') setTool(null);
    if (closing) onClosing();
    draft
      .send(text, {
        files: draft.files.map(({ id }) => id),
        mentions: note ? mentionsIn(text, colleagues ?? []) : [],
        ...(take ? { take: true } : {}),
        ...(products.length > 0 ? { products: products.map(({ id }) => id) } : {}),
        ...(buttons.length > 0 ? { buttons: [...buttons] } : {}),
        ...(links.length > 0 ? { links: [...links] } : {}),
        ...(answered && !note ? { replyTo: answered._id } : {}),
        ...(closing ? { close: true } : {}),
        ...more,
      })
      .catch((error: unknown) => toastFailure('No se envió', error));
    if (note) return;
    typing.sent();
    replyTo(card.id, null);
    noProducts(card.id);
  };

  // A ticket's words, and those that take a conversation, leave at once.
  const planned = !note && !take && more === undefined;
  const carried = text !== '' || (!offers && draft.files.length > 0);
  const plannable = planned && draft.known && carried && !offersWrong && !bringing && left >= 0;
  const plan = () => {
    if (plannable && !refused()) setTool('later');
  };
  const write = (from: number, to: number, words: string) => {
    if (field.current) typeInto(field.current, from, to, words);
  };
  const writeHere = (words: string) => {
    const area = field.current;
    if (area) write(area.selectionStart, area.selectionEnd, words);
  };
  /** A sign counts at the start of a word. */
  const begin = (sign: string) => {
    const area = field.current;
    if (!area) return;
    setClosedAt(null);
    const at = area.contains(document.activeElement) ? area.selectionStart : area.value.length;
    write(at, at, /(^|\s)$/.test(area.value.slice(0, at)) ? sign : ` ${sign}`);
  };
  const choose = (chosen: string) => {
    const caret = field.current?.selectionStart ?? 0;
    if (!searching) return;
    write(searching.from, caret, insertion(draft.text, searching, caret, chosen));
    // A name that is written out fits itself: its list would come back and take the Enter that sends.
    setClosedAt(searching.from);
  };
  const look = (area: WritingField) => {
    const found =
      area.selectionStart === area.selectionEnd ? triggerAt(area.value, area.selectionStart, mode) : null;
    setTrigger(found);
    if (!found) setClosedAt(null);
  };

  /** Writes the marks of a format. At once: whoever goes on typing writes into what it gives. */
  const mark = (wanted: Format, applyFormat: ApplyFormat) => {
    const area = field.current;
    if (!area || !dialect) return;
    const { value, selectionStart, selectionEnd } = area;
    const { from, to, words, chosen } = applyFormat(value, selectionStart, selectionEnd, wanted, dialect);
    write(from, to, words);
    area.setSelectionRange(chosen.from, chosen.to);
  };
  /** By key: what writes the marks may still be on its way. */
  const format = (wanted: Format) => {
    const area = field.current;
    if (area?.rich) return area.rich.format(wanted);
    const there = loadedAhead(loadApplyFormat);
    if (there) return mark(wanted, there.applyFormat);
    void loadChunk(loadApplyFormat).then(
      ({ applyFormat }) => area === field.current && mark(wanted, applyFormat),
      (error: unknown) => toastFailure('No se pudo dar formato', error),
    );
  };

  /** @returns true: the key is taken */
  const onPress = (press: Press): boolean => {
    const area = field.current;
    if (!area) return false;
    if (searching && !press.shiftKey) {
      const taken = completion.current
        ? completion.current.key(press.key)
        : // The list is on its way: '/hola' must not leave as it stands.
          searching.kind === 'quick' && press.key === 'Enter';
      if (taken) return true;
    }
    const wanted = dialect && formatOfKey(press);
    if (wanted) format(wanted);
    else if (dialect && isRichKey(press)) switchRich();
    else if (press.key === 'Escape') {
      area.blur();
      return false;
    } else if (press.key !== 'Enter') return false;
    else if (press.altKey && planned) plan();
    else if (!press.shiftKey) send();
    else if (area.rich) area.rich.newLine();
    else {
      const { value, selectionStart, selectionEnd } = area;
      const next = dialect && selectionStart === selectionEnd ? continueList(value, selectionStart) : null;
      if (!next) return false;
      write(next.from, next.to, next.words);
    }
    return true;
  };
  /** @returns true: it is taken; its plain text is the field's own */
  const onPaste = (data: DataTransfer): boolean => {
    const area = field.current;
    const html = dialect ? markedHtml(data) : null;
    if (area && dialect && html !== null) {
      const plain = data.getData('text/plain');
      const { selectionStart, selectionEnd } = area;
      const put = (words: string) => {
        if (area === field.current) write(selectionStart, selectionEnd, words);
      };
      void loadChunk(loadPastedHtml).then(
        ({ markedText }) => put(markedText(html, dialect) ?? plain),
        () => put(plain),
      );
      return true;
    }
    const pasted = pastedFiles(data);
    if (pasted.length === 0) return false;
    void attachFiles(card, mode, pasted);
    return true;
  };
  /** One goes on in the field. */
  const back = () => {
    setTool(null);
    field.current?.focus();
  };
  const remove = (fileId: string) => {
    // Its button goes away with it.
    field.current?.focus();
    hub()
      .detach(card.id, card.bot_id, mode, fileId)
      .catch((error: unknown) => toastFailure('No se quitó el archivo', error));
  };
  const spoken = useRef(false);
  useEffect(() => {
    // After a voice note the field is back, and one goes on in it.
    if (spoken.current && tool === null) field.current?.focus();
    spoken.current = tool === 'voice';
  }, [tool, field]);

  const plainField = useCallback(
    (area: HTMLTextAreaElement | null) => {
      field.current = area;
    },
    [field],
  );
  const changed = (words: string) => {
    draft.save(words);
    if (!note) typing.typed();
  };
  const label = note ? 'Nota interna' : 'Respuesta';
  const placeholder = note ? 'Nota interna: solo la ve tu equipo' : 'Escribe una respuesta…';
  const describedBy = take ? 'composer-free composer-help' : 'composer-help';

  return (
    <div className={classes.field}>
      {answered && !note ? <ChannelPart reply={card.id} /> : null}
      {draft.files.length > 0 ? (
        <DraftFiles
          files={draft.files}
          way={note ? null : way}
          onFault={setFileFault}
          onRemove={(file) => remove(file.id)}
        />
      ) : null}
      {bringing ? (
        <p role="status" className={classes.bringing}>
          Adjuntando los archivos de la respuesta rápida…
        </p>
      ) : null}
      {offers ? (
        <DraftOptions
          onFault={setOffersWrong}
          card={card}
          labels={buttons}
          links={links}
          text={text}
          onRemoved={() => field.current?.focus()}
        />
      ) : null}
      {products.length > 0 ? <ProductChips conversationId={card.id} /> : null}
      {tool === 'link' && !note ? (
        <LinkForm card={card} labels={buttons} links={links} onClose={back} />
      ) : null}
      {tool === 'products' ? <ProductPicker card={card} onClose={() => setTool(null)} /> : null}
      {tool === 'help' && helped ? (
        <ComposerHelp
          place={{ kind: ticketId === null ? 'conversation' : 'ticket', id: ticketId ?? card.id, note }}
          field={field}
          text={draft.text}
          write={write}
          onClose={() => setTool(null)}
        />
      ) : null}
      {searching ? (
        <Completion
          trigger={searching}
          card={card}
          field={field}
          offer={more === undefined ? { buttons, links } : null}
          onChoose={choose}
          onClose={() => setClosedAt(searching.from)}
          handle={completion}
        />
      ) : null}
      {tool === 'emoji' ? (
        <EmojiPicker
          onClose={() => setTool(null)}
          onChoose={(emoji) => {
            setTool(null);
            writeHere(emoji);
          }}
        />
      ) : null}
      {formatting && dialect && !Rich && tool !== 'voice' ? (
        <FormatBar dialect={dialect} note={note} text={draft.text} onFormat={mark} onRich={switchRich} />
      ) : null}
      {tool === 'voice' ? (
        <VoiceNote
          card={card}
          mode={mode}
          take={take}
          way={note ? null : way}
          onClose={() => setTool(null)}
        />
      ) : Rich && dialect ? (
        <Rich
          dialect={dialect}
          field={field}
          text={draft.text}
          known={draft.known}
          label={label}
          placeholder={placeholder}
          describedBy={describedBy}
          bar={formatting}
          onChange={changed}
          leaves={leavesRich}
          onLook={look}
          onBlur={() => setTrigger(null)}
          onPress={onPress}
          onPaste={onPaste}
          onPlain={switchRich}
        />
      ) : (
        <textarea
          ref={plainField}
          rows={2}
          value={draft.text}
          readOnly={!draft.known}
          aria-label={label}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          placeholder={placeholder}
          onChange={(event) => {
            changed(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onSelect={(event) => look(event.currentTarget)}
          onBlur={() => setTrigger(null)}
          onKeyDown={(event) => {
            // Enter that ends the composition of a letter (´ + a, IME) is not a send.
            if (!event.nativeEvent.isComposing && onPress(event)) event.preventDefault();
          }}
          onPaste={(event) => {
            if (onPaste(event.clipboardData)) event.preventDefault();
          }}
        />
      )}
      {tool === 'later' ? (
        <ScheduleDialog
          card={card}
          kept={null}
          text={text}
          files={draft.files}
          buttons={buttons}
          links={links}
          onClose={() => setTool(null)}
          onDone={() => draft.save('')}
        />
      ) : null}
      <div className={classes.foot}>
        <div className={classes.tools} role="toolbar" aria-label="Agregar">
          <AttachButton card={card} mode={mode} />
          <ToolButton
            label="Grabar nota de voz"
            Icon={IconMicrophone}
            disabled={tool === 'voice'}
            onClick={() => setTool('voice')}
          />
          {dialect ? (
            <ToolButton
              label="Formato"
              Icon={IconTypography}
              pressed={formatting}
              disabled={tool === 'voice'}
              onClick={() => setFormatting(!formatting)}
            />
          ) : null}
          <ToolButton
            label="Emojis"
            Icon={IconMoodSmile}
            disabled={tool === 'voice'}
            onClick={() => setTool(tool === 'emoji' ? null : 'emoji')}
          />
          {note || more !== undefined ? null : (
            <ToolButton
              label="Botón de enlace"
              Icon={IconLink}
              disabled={tool === 'voice'}
              onClick={() => setTool(tool === 'link' ? null : 'link')}
            />
          )}
          {note || !mayShow ? null : (
            <ToolButton
              label="Productos"
              Icon={IconPackage}
              disabled={tool === 'voice'}
              onClick={() => setTool(tool === 'products' ? null : 'products')}
            />
          )}
          {/* Stands from the start: taking must not move its neighbours under a hand. */}
          {note || more !== undefined ? null : (
            <ToolButton
              label="Enviar más tarde"
              Icon={IconClock}
              disabled={!plannable || tool === 'voice'}
              onClick={plan}
            />
          )}
          {helped ? (
            <ToolButton
              label="Ayuda del modelo"
              Icon={IconSparkles}
              disabled={tool === 'voice'}
              onClick={() => setTool(tool === 'help' ? null : 'help')}
            />
          ) : null}
          {note ? (
            <ToolButton
              label="Mencionar a un colega"
              Icon={IconAt}
              disabled={tool === 'voice'}
              onClick={() => begin('@')}
            />
          ) : (
            <ToolButton
              label="Respuestas rápidas"
              Icon={IconBolt}
              disabled={tool === 'voice'}
              onClick={() => begin('/')}
            />
          )}
        </div>
        <span id="composer-help" className={classes.help}>
          {note ? 'El cliente no verá esta nota. ' : ''}Enter envía, Mayús+Enter salta de línea
        </span>
        {left < 200 ? (
          <span className={classes.left} data-over={left < 0 || undefined} role="status">
            {left < 0 ? `Sobran ${-left} caracteres` : `Quedan ${left} caracteres`}
          </span>
        ) : null}
        {close ? (
          <button
            type="button"
            className={classes.second}
            disabled={!ready || tool === 'voice'}
            onClick={() => send(true)}
          >
            Enviar y cerrar
          </button>
        ) : null}
        <button
          type="button"
          className={classes.send}
          disabled={!ready || tool === 'voice'}
          onClick={() => send()}
        >
          {note ? <IconNote size={16} aria-hidden="true" /> : <IconSend size={16} aria-hidden="true" />}
          {note ? 'Guardar nota' : take ? 'Tomar y enviar' : 'Enviar'}
        </button>
      </div>
    </div>
  );
}
