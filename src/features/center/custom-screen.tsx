/** `/dashboard/chatbot/preguntas`: the owner's own interactions, 20 a page. */
import { TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Link } from '@tanstack/react-router';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { counted } from '../publishing/draft-words.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import classes from './center.module.css';
import { type Building, useBuilding } from './center-queries.ts';
import { useCenterSearch } from './editor-address.ts';
import { NEW, OpenInteraction } from './open-interaction.tsx';
import { useMayInteraction } from './save-interaction.ts';
import { StatusSwitch } from './status-switch.tsx';

/** Interactions on one page of the list. */
const PAGE = 20;

export function CustomScreen() {
  const { place } = usePlace();
  return <Custom key={place.bot.id} />;
}

function Custom() {
  const { place } = usePlace();
  const may = useMayInteraction();
  const { search, go } = useCenterSearch();
  const building = useBuilding(place.bot.id);
  return (
    <Screen
      title="Interacciones personalizadas"
      lead="Enséñale a tu chatbot lo que solo tú sabes: qué preguntan tus clientes y qué debe responder."
      actions={
        <AllowedButton
          allowed={may(null, 'add')}
          why={TEXTS.noActionPermission}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => go({ ...search, node: NEW })}
        >
          Nueva interacción
        </AllowedButton>
      }
    >
      <PublishBar />
      {building.isPending ? <LoadRows label="Cargando interacciones…" rows={6} height={64} /> : null}
      {building.error && !building.data ? (
        <LoadError message={sentence(building.error)} onRetry={() => void building.refetch()} />
      ) : null}
      {building.data ? (
        <>
          <CustomList building={building.data} />
          <OpenInteraction
            building={building.data}
            nodeId={search.node}
            creates
            onClose={() => go({ ...search, node: undefined })}
          />
        </>
      ) : null}
    </Screen>
  );
}

function fits(node: ClientNode, { intents }: Building, wanted: string): boolean {
  const phrases = intents.find(({ intent_name }) => intent_name === node.intent_name)?.examples ?? [];
  return [node.title, ...node.answers, ...phrases].some((text) => plainText(text).includes(wanted));
}

function CustomList({ building }: { building: Building }) {
  const may = useMayInteraction();
  const { search, go } = useCenterSearch();
  const own = building.nodes.filter(({ template }) => template === null);
  if (own.length === 0)
    return (
      <Empty
        title="Aún no tienes interacciones personalizadas"
        next={
          <AllowedButton
            allowed={may(null, 'add')}
            why={TEXTS.noActionPermission}
            onClick={() => go({ ...search, node: NEW })}
          >
            Crear la primera
          </AllowedButton>
        }
      >
        <p>Parte por una pregunta que se repita en tus conversaciones.</p>
      </Empty>
    );
  const query = search.q ?? '';
  const found = own.filter((node) => fits(node, building, plainText(query.trim())));
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(search.page ?? 1, pages);
  return (
    <>
      <TextInput
        type="search"
        label="Buscar"
        placeholder="Título, respuesta o frase"
        value={query}
        className={classes.search}
        onChange={(event) =>
          go({ ...search, q: event.currentTarget.value || undefined, page: undefined }, true)
        }
      />
      <p role="status" className={classes.count}>
        {found.length === 0
          ? 'Ninguna interacción coincide.'
          : counted(found.length, 'interacción', 'interacciones')}
      </p>
      {found.length > 0 ? (
        <ul className={classes.rows} aria-label="Interacciones personalizadas">
          {found.slice((page - 1) * PAGE, page * PAGE).map((node) => (
            <CustomRow key={node.node_id} node={node} building={building} />
          ))}
        </ul>
      ) : null}
      <Pager
        label="Páginas de interacciones"
        page={page}
        pages={pages}
        onPage={(next) => go({ ...search, page: next })}
      />
    </>
  );
}

function CustomRow({ node, building }: { node: ClientNode; building: Building }) {
  const { path, search } = useCenterSearch();
  const intent = building.intents.find(({ intent_name }) => intent_name === node.intent_name);
  return (
    <li className={classes.row} data-off={!node.status || undefined} data-node={node.node_id}>
      <div>
        <Link to={path} search={{ ...search, node: node.node_id }} className={classes.open} preload={false}>
          {node.title}
        </Link>
        <p className={classes.preview}>{node.answers[0]}</p>
        <p className={classes.marks}>
          <span>
            {intent ? counted(intent.examples.length, 'frase', 'frases') : 'Se llega por una opción'}
          </span>
          {node.buttons.length > 0 ? <span>{counted(node.buttons.length, 'opción', 'opciones')}</span> : null}
          {node.handoff ? <span>Pasa a una persona</span> : null}
          {node.ticket ? <span>Abre un ticket</span> : null}
          {node.output === null ? (
            <span data-tone="accent">Nueva, sin publicar</span>
          ) : node.new_output ? (
            <span data-tone="accent">Sin publicar</span>
          ) : null}
          {node.needs_review ? <span data-tone="warn">Por revisar</span> : null}
          {node.status ? null : <span data-tone="warn">Desactivada</span>}
        </p>
      </div>
      <StatusSwitch node={node} />
    </li>
  );
}
