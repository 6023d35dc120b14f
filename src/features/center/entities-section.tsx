/** What the bot recognises inside a message (regions, sizes, order numbers), and which interactions ask for it. */
import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import type { ClientEntity } from '../../../contract/entities/bot-intent.ts';
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
import { useBuilding } from './center-queries.ts';
import { usersOf } from './entity-draft.ts';

const EntityEditor = lazyPart(() => import('./entity-editor.tsx'));
/** Values that a row names. */
const NAMED = 4;

export function EntitiesSection({ botId }: { botId: number }) {
  const may = useMay();
  const building = useBuilding(botId);
  const entities = useQuery({
    queryKey: buildingKey(botId, 'entities'),
    queryFn: ({ signal }) => call(botIntentCalls.clientEntities, { params: { botId }, signal }),
  });
  /** The name of the open one; null: a new one; undefined: none is open. */
  const [open, setOpen] = useState<string | null | undefined>();
  const failed = (!entities.data && entities.error) || (!building.data && building.error);
  const list = entities.data;
  const nodes = building.data?.nodes;
  const opened = list?.find(({ entity_name }) => entity_name === open) ?? null;
  const full = list !== undefined && list.length >= BOT_LIMITS.botEntities;
  return (
    <Section
      id="ai-entities"
      title="Entidades"
      lead="Datos que tu chatbot reconoce dentro de un mensaje, con faltas y sin acentos. Una condición los usa por su nombre: @region o @region:Biobío."
    >
      {failed ? (
        <LoadError
          message={sentence(failed)}
          onRetry={() => {
            void entities.refetch();
            void building.refetch();
          }}
        />
      ) : !list || !nodes ? (
        <LoadRows label="Cargando las entidades…" rows={3} height={64} />
      ) : list.length === 0 ? (
        <Empty
          title="Aún no tienes entidades"
          next={{ none: 'the button that makes one stands right under it' }}
        >
          <p>Crea una con los valores que tus clientes nombran, como tus sucursales o tallas.</p>
        </Empty>
      ) : (
        <ul className={rows.rows} aria-label="Entidades">
          {list.map((entity) => (
            <EntityRow
              key={entity.entity_name}
              entity={entity}
              used={usersOf(entity.entity_name, nodes).length}
              onOpen={() => setOpen(entity.entity_name)}
            />
          ))}
        </ul>
      )}
      <AllowedButton
        allowed={may('skill_base', 'edit') && !full}
        why={full ? `Llegaste al máximo de ${BOT_LIMITS.botEntities} entidades.` : TEXTS.noActionPermission}
        variant="default"
        mt="md"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => setOpen(null)}
      >
        Nueva entidad
      </AllowedButton>
      {open !== undefined && building.data && list && (open === null || opened) ? (
        <EntityEditor
          key={open ?? ''}
          entity={opened}
          taken={list.map(({ entity_name }) => entity_name)}
          building={building.data}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Section>
  );
}

function EntityRow({ entity, used, onOpen }: { entity: ClientEntity; used: number; onOpen: () => void }) {
  const { entity_name: name, values, template } = entity;
  const more = values.length - NAMED;
  return (
    <li className={rows.row}>
      <div>
        <span className={rows.absent}>@{name}</span>
        <p className={rows.preview}>
          {values
            .slice(0, NAMED)
            .map(({ value }) => value)
            .join(', ')}
          {more > 0 ? ` y ${more} más` : ''}
        </p>
        <p className={rows.marks}>
          <span>{counted(values.length, 'valor', 'valores')}</span>
          <span data-tone={used === 0 ? undefined : 'accent'}>
            {used === 0 ? 'Sin uso' : `En ${counted(used, 'interacción', 'interacciones')}`}
          </span>
          {template ? <span>De la plantilla</span> : null}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onOpen} aria-label={`Ver @${name}`}>
        Ver
      </Button>
    </li>
  );
}
