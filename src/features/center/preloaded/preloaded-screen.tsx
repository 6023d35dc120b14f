/** `/chatbot-center/skill-base/{id}`: the interactions that came with the template, by section, and the map of all. */
import { Button, TextInput } from '@mantine/core';
import IconMap2 from '@tabler/icons-react/dist/esm/icons/IconMap2.mjs';
import IconReplace from '@tabler/icons-react/dist/esm/icons/IconReplace.mjs';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { TEXTS } from '../../../../contract/texts.ts';
import { sentence } from '../../../api/api-error.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { Missing } from '../../../ui/missing.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { PublishBar } from '../../publishing/publish-bar.tsx';
import classes from '../center.module.css';
import { type Building, useBuilding, useCatalogue } from '../center-queries.ts';
import { useCenterSearch } from '../editor-address.ts';
import { OpenInteraction } from '../open-interaction.tsx';
import { PreloadedRow } from './preloaded-row.tsx';
import { found, preloadedSections } from './preloaded-sections.ts';

const ChangeTemplate = lazyPart(() => import('../change-template.tsx'));
const NodeMap = lazyPart(
  () => import('../node-map/node-map-view.tsx'),
  <LoadRows label="Cargando el mapa…" rows={6} height={80} />,
  'in-place',
);

export function PreloadedScreen() {
  const { place, places } = usePlace();
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const botId = place.bot.id;
  const wasHere = useRef(false);
  const here = id === String(botId);
  // Another bot shown: its own interactions, under its own address.
  useEffect(() => {
    if (here) wasHere.current = true;
    else if (wasHere.current) void navigate({ to: `/chatbot-center/skill-base/${botId}`, replace: true });
  }, [here, botId, navigate]);
  if (here) return <Preloaded key={botId} />;
  if (wasHere.current) return null;
  const own = places.find(({ bot }) => String(bot.id) === id);
  return (
    <Missing
      title={own ? `Estas interacciones son de ${own.bot.bot_name}` : 'Este chatbot no existe'}
      back={{
        to: `/chatbot-center/skill-base/${botId}`,
        label: `Ver las interacciones de ${place.bot.bot_name}`,
      }}
    >
      <p>Ahora estás en {place.bot.bot_name}.</p>
    </Missing>
  );
}

function Preloaded() {
  const { place } = usePlace();
  const may = useMay();
  const { search, go, path } = useCenterSearch();
  const building = useBuilding(place.bot.id);
  const [changing, setChanging] = useState(false);
  const map = search.vista === 'mapa';
  return (
    <Screen
      title={map ? 'Mapa de interacciones' : 'Interacciones precargadas'}
      lead={
        map
          ? 'Cómo se llega a cada interacción y adónde lleva.'
          : 'Lo que tu chatbot sabe responder desde su plantilla. Cámbialo con tus palabras o desactívalo.'
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconMap2 size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to={path} search={map ? {} : { vista: 'mapa' }} />}
          >
            {map ? 'Ver la lista' : 'Ver el mapa'}
          </Button>
          <AllowedButton
            variant="default"
            allowed={may('skill_base', 'edit')}
            why={TEXTS.noActionPermission}
            leftSection={<IconReplace size={16} aria-hidden="true" />}
            onClick={() => setChanging(true)}
          >
            Cambiar plantilla
          </AllowedButton>
        </>
      }
    >
      <PublishBar />
      {building.isPending ? <LoadRows label="Cargando interacciones…" rows={8} height={64} /> : null}
      {building.error && !building.data ? (
        <LoadError message={sentence(building.error)} onRetry={() => void building.refetch()} />
      ) : null}
      {building.data ? (
        map ? (
          <NodeMap building={building.data} />
        ) : (
          <Sections building={building.data} onChange={() => setChanging(true)} />
        )
      ) : null}
      {building.data ? (
        <OpenInteraction
          building={building.data}
          nodeId={search.node}
          onClose={() => go({ ...search, node: undefined })}
        />
      ) : null}
      {changing && building.data ? (
        <ChangeTemplate building={building.data} onClose={() => setChanging(false)} />
      ) : null}
    </Screen>
  );
}

function Sections({ building, onChange }: { building: Building; onChange: () => void }) {
  const { search, go, path } = useCenterSearch();
  const { template } = building.state;
  const catalogue = useCatalogue(template);
  if (template === null)
    return (
      <Empty
        title="Este chatbot no usa una plantilla"
        next={<Button onClick={onChange}>Elegir una plantilla</Button>}
      >
        <p>Elige una para empezar con respuestas escritas, que después cambias a tu gusto.</p>
      </Empty>
    );
  if (!catalogue.data)
    return catalogue.error ? (
      <LoadError message={sentence(catalogue.error)} onRetry={() => void catalogue.refetch()} />
    ) : (
      <LoadRows label="Cargando la plantilla…" rows={8} height={64} />
    );
  const sections = preloadedSections(building, catalogue.data.sections, catalogue.data.intents);
  const query = search.q ?? '';
  const chosen = sections.find(({ name }) => name === search.section) ?? sections[0];
  const shown =
    query === '' ? (chosen ? [chosen] : []) : sections.map((section) => found(section, building, query));
  const hits = shown.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <TextInput
        type="search"
        label="Buscar en todas las secciones"
        placeholder="Título, respuesta o frase"
        value={query}
        onChange={(event) => go({ ...search, q: event.currentTarget.value || undefined }, true)}
        className={classes.search}
      />
      <div className={classes.center}>
        <nav aria-label="Secciones" className={classes.sections}>
          {sections.map(({ name, heading, items }) => (
            <Link
              key={name}
              to={path}
              search={{ section: name }}
              aria-current={query === '' && name === chosen?.name ? 'page' : undefined}
              activeProps={{}}
            >
              {heading} <small>{items.length}</small>
            </Link>
          ))}
        </nav>
        <div className={classes.shown}>
          {query === '' ? null : (
            <p role="status" className={classes.count}>
              {hits === 0
                ? 'Ninguna interacción coincide.'
                : `${hits} ${hits === 1 ? 'coincide' : 'coinciden'}`}
            </p>
          )}
          {shown
            .filter(({ items }) => items.length > 0)
            .map(({ name, heading, items }) => (
              <section key={name} aria-labelledby={`section-${name}`}>
                <h2 id={`section-${name}`} className={classes.heading}>
                  {heading}
                </h2>
                <ul className={classes.rows}>
                  {items.map((item) => (
                    <PreloadedRow key={item.node_id} item={item} building={building} template={template} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      </div>
    </>
  );
}
