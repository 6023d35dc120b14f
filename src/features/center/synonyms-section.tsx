/** Words that mean the same in this business, beside those that every bot knows. */
import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { botSynonymCalls } from '../../../contract/calls/bot-synonyms.ts';
import type { ClientSynonym } from '../../../contract/entities/bot-synonym.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { buildingKey } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import rows from './center.module.css';

const SynonymEditor = lazyPart(() => import('./synonym-editor.tsx'));

export function SynonymsSection({ botId }: { botId: number }) {
  const may = useMay();
  const known = useQuery({
    queryKey: buildingKey(botId, 'synonyms'),
    // The revision first: what is read after it is at least as new, so that an edit in between is a conflict at worst.
    queryFn: async ({ signal }) => {
      const { revision } = await call(botDraftCalls.draftState, { params: { botId }, signal });
      return { revision, ...(await call(botSynonymCalls.clientSynonyms, { params: { botId }, signal })) };
    },
  });
  /** The name of the open one; null: a new one; undefined: none is open. */
  const [open, setOpen] = useState<string | null | undefined>();
  const list = known.data?.synonyms;
  const opened = list?.find(({ synonym_name }) => synonym_name === open) ?? null;
  const full = list !== undefined && list.length >= BOT_LIMITS.botSynonyms;
  return (
    <Section
      id="ai-synonyms"
      title="Sinónimos"
      lead="Palabras que en tu negocio significan lo mismo. Tu chatbot entiende cualquiera de ellas como si el cliente hubiera escrito la que está en tus frases de ejemplo."
    >
      {!known.data && known.error ? (
        <LoadError message={sentence(known.error)} onRetry={() => void known.refetch()} />
      ) : !list ? (
        <LoadRows label="Cargando los sinónimos…" rows={3} height={64} />
      ) : list.length === 0 ? (
        <Empty
          title="Aún no agregas sinónimos"
          next={{ none: 'the button that makes one stands right under it' }}
        >
          <p>
            Tu chatbot ya conoce los más usados en Chile, como plata y lucas. Agrega los de tu rubro: «anafe»
            y «quemador» para «cocinilla».
          </p>
        </Empty>
      ) : (
        <ul className={rows.rows} aria-label="Sinónimos">
          {list.map((group) => (
            <SynonymRow key={group.synonym_name} group={group} onOpen={() => setOpen(group.synonym_name)} />
          ))}
        </ul>
      )}
      <AllowedButton
        allowed={may('skill_base', 'add') && !full}
        why={
          full
            ? `Llegaste al máximo de ${BOT_LIMITS.botSynonyms} grupos de sinónimos.`
            : TEXTS.noActionPermission
        }
        variant="default"
        mt="md"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => setOpen(null)}
      >
        Nuevos sinónimos
      </AllowedButton>
      {open !== undefined && known.data && (open === null || opened) ? (
        <SynonymEditor
          key={open ?? ''}
          group={opened}
          taken={known.data.synonyms.map(({ synonym_name }) => synonym_name)}
          general={known.data.general}
          revision={known.data.revision}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  );
}

function SynonymRow({ group, onOpen }: { group: ClientSynonym; onOpen: () => void }) {
  const { synonym_name: name, words, concept } = group;
  return (
    <li className={rows.row}>
      <div>
        <span className={rows.absent}>{name}</span>
        <p className={rows.preview}>{words.join(', ')}</p>
        <p className={rows.marks}>
          <span>{counted(words.length, 'palabra', 'palabras')}</span>
          {concept ? <span data-tone="accent">Se suma a las que ya conoce</span> : null}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onOpen} aria-label={`Ver los sinónimos de ${name}`}>
        Ver
      </Button>
    </li>
  );
}
