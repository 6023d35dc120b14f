/**
 * The bar of every screen that builds a bot: how far the draft is from what customers get, what is wrong with it, and
 * the ways on.
 *
 * Mount it as the first child of the screen's `<Screen>`, inside what is keyed by the bot:
 *
 *     <Screen title="Menú inicial">
 *       <PublishBar unsaved={form.isDirty()} />
 *       …
 *     </Screen>
 *
 * It reads the draft's state by itself and shows nothing to anyone who may not read it. After an edit the screen calls
 * what `useDraftEdited()` gave it (draft-queries.ts); nothing else is needed.
 */
import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { useDraftState } from './draft-queries.ts';
import { faultsText, publishable, stateText } from './draft-words.ts';
import { FaultList } from './fault-list.tsx';
import classes from './publish-bar.module.css';
import { useDiscard } from './use-discard.ts';

const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'));
const DifferenceDialog = lazyPart(() => import('./difference-dialog.tsx'));

interface PublishBarProps {
  /** The screen holds typed text that is not saved yet: publishing says so first, it would not go along. */
  unsaved?: boolean;
  /** False where the screen is the preview itself: no way there, and it stays where it is. */
  preview?: boolean;
}

export function PublishBar({ unsaved = false, preview = true }: PublishBarProps) {
  const { place } = usePlace();
  const may = useMay();
  const reads = may('skill_base', 'read') || may('menu_inicial', 'read') || may('faqs', 'read');
  return reads ? <Bar key={place.bot.id} botId={place.bot.id} unsaved={unsaved} preview={preview} /> : null;
}

function Bar({ botId, unsaved, preview }: Required<PublishBarProps> & { botId: number }) {
  const state = useDraftState(botId);
  const [open, setOpen] = useState<'publish' | 'difference' | null>(null);
  if (!state.data) {
    return (
      <div className={classes.bar} role="status">
        {state.error ? (
          <>
            <span>{sentence(state.error)}</span>
            <Button variant="default" size="xs" onClick={() => void state.refetch()}>
              Reintentar
            </Button>
          </>
        ) : (
          <span className="visually-hidden">Cargando los cambios sin publicar…</span>
        )}
      </div>
    );
  }
  return (
    <section
      className={classes.bar}
      aria-label="Publicación"
      data-changed={state.data.changes > 0 || undefined}
      data-sticky={preview || undefined}
    >
      <Standing state={state.data} />
      <PublishActions state={state.data} preview={preview} onOpen={setOpen} />
      {open === 'difference' ? (
        <DifferenceDialog botId={botId} onClose={() => setOpen(null)} />
      ) : open === 'publish' ? (
        <PublishDialog state={state.data} unsaved={unsaved} onClose={() => setOpen(null)} />
      ) : null}
    </section>
  );
}

/** What is to be said of the draft, and its faults to unfold. */
function Standing({ state }: { state: DraftState }) {
  const [unfolded, setUnfolded] = useState(false);
  const list = useId();
  const faults = faultsText(state.faults);
  const blocked = state.faults.some(({ level }) => level === 'error');
  const by = state.changes > 0 ? state.updated_by : state.published_by;
  const at = state.changes > 0 ? state.updated_at : state.published_at;
  return (
    <>
      <p className={classes.standing}>
        <strong role="status">{stateText(state)}</strong>
        {at ? (
          <small>
            {state.changes > 0 ? 'Último cambio' : `Versión ${state.published_version}`}:{' '}
            {by ? `${by.name}, ` : ''}
            <time dateTime={at}>{dateTimeText(at)}</time>
          </small>
        ) : null}
      </p>
      {faults ? (
        <button
          type="button"
          className={classes.faults}
          data-level={blocked ? 'error' : 'warning'}
          aria-expanded={unfolded}
          aria-controls={list}
          onClick={() => setUnfolded(!unfolded)}
        >
          {faults} <IconChevronDown size={15} aria-hidden="true" />
        </button>
      ) : null}
      <div id={list} className={classes.list} hidden={!unfolded}>
        {unfolded ? <FaultList botId={state.bot_id} faults={state.faults} /> : null}
      </div>
    </>
  );
}

function PublishActions({
  state,
  preview,
  onOpen,
}: {
  state: DraftState;
  preview: boolean;
  onOpen: (what: 'publish' | 'difference') => void;
}) {
  const may = useMay();
  const { place } = usePlace();
  const discard = useDiscard(state);
  const changed = state.changes > 0;
  const edits = may('skill_base', 'edit');
  return (
    <div className={classes.ways}>
      {preview && may('chatbot', 'read') && place.link.role.base !== 'agente' ? (
        <Link to="/preview" className={classes.link}>
          Previsualizar
        </Link>
      ) : null}
      {changed ? (
        <>
          <Button variant="default" size="xs" onClick={() => onOpen('difference')}>
            Ver diferencia
          </Button>
          {state.published_version > 0 ? (
            <AllowedButton
              allowed={edits}
              why={TEXTS.noActionPermission}
              variant="default"
              size="xs"
              loading={discard.isPending}
              onClick={() => void discard.ask()}
            >
              Descartar
            </AllowedButton>
          ) : null}
        </>
      ) : null}
      {changed || state.published_version === 0 ? (
        <AllowedButton
          allowed={edits && publishable(state)}
          why={edits ? 'Corrige los errores antes de publicar.' : TEXTS.noActionPermission}
          size="xs"
          onClick={() => onOpen('publish')}
        >
          Publicar
        </AllowedButton>
      ) : null}
    </div>
  );
}
