/** Another template for the bot (docs/product.md §4 'Template change'): what goes, what comes, what stays; then the server's word. */
import { Button, Group, Modal, Radio } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { usePlace } from '../../bot/place-context.ts';
import { failureText } from '../../ui/failure-text.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import notes from '../../ui/form-notes.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { useDraftEdited, useSeenRevision } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import classes from './center.module.css';
import { type Building, useCatalogue, useTemplates } from './center-queries.ts';

export default function ChangeTemplate({ building, onClose }: { building: Building; onClose: () => void }) {
  useFocusBack();
  const { place } = usePlace();
  const edited = useDraftEdited();
  const { seen, refused } = useSeenRevision(building.revision);
  const queries = useQueryClient();
  const templates = useTemplates();
  const [chosen, setChosen] = useState<TemplateName | null>(null);
  const { template: present } = building.state;
  const change = useMutation({
    mutationFn: (template: TemplateName) =>
      call(botNodeCalls.createSkill, {
        body: { bot_id: place.bot.id, template, revision: seen },
      }),
    onSuccess: async ({ revision }) => {
      await Promise.all([edited(revision), queries.invalidateQueries({ queryKey: [PLACES_KEY] })]);
    },
    onError: async (error) => {
      await edited();
      refused(error);
    },
  });
  const done = change.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Cambiar la plantilla"
      size="lg"
      centered
      closeOnEscape={!change.isPending}
      closeOnClickOutside={false}
      withCloseButton={!change.isPending}
    >
      {done ? (
        <div className={classes.stack}>
          <p role="status" className={classes.success}>
            <strong>{done.message}</strong>
          </p>
          <p>
            El borrador tiene ahora {counted(done.nodes, 'interacción', 'interacciones')},{' '}
            {counted(done.intents, 'intención', 'intenciones')} y{' '}
            {counted(done.entities, 'entidad', 'entidades')}. Tus clientes lo verán cuando publiques.
          </p>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Entendido
            </Button>
          </Group>
        </div>
      ) : (
        <div className={classes.stack}>
          {templates.isPending ? <LoadRows label="Cargando plantillas…" rows={2} /> : null}
          {templates.error ? (
            <LoadError message={sentence(templates.error)} onRetry={() => void templates.refetch()} />
          ) : null}
          {templates.data ? (
            <Radio.Group
              label="Plantilla"
              value={chosen ?? ''}
              onChange={(value) =>
                setChosen(templates.data.find((template) => template.value === value)?.value ?? null)
              }
            >
              <div className={classes.choices}>
                {templates.data.map(({ value, label }) => (
                  <Radio
                    key={value}
                    value={value}
                    disabled={change.isPending}
                    label={value === present ? `${label} (la que usas hoy)` : label}
                  />
                ))}
              </div>
            </Radio.Group>
          ) : null}
          {chosen ? <Consequences building={building} chosen={chosen} /> : null}
          {change.error ? (
            <p role="alert" className={notes.alert}>
              {failureText(change.error)} No cambió nada.
            </p>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" disabled={change.isPending} onClick={onClose}>
              Cancelar
            </Button>
            <Button
              color="red"
              disabled={chosen === null}
              loading={change.isPending}
              onClick={() => {
                if (chosen) change.mutate(chosen);
              }}
            >
              Cambiar plantilla
            </Button>
          </Group>
        </div>
      )}
    </Modal>
  );
}

function Consequences({ building, chosen }: { building: Building; chosen: TemplateName }) {
  const next = useCatalogue(chosen);
  const { nodes, intents } = building;
  const gone = nodes.filter(({ template }) => template !== null).length;
  const lost = intents.filter(({ template }) => template !== null).length;
  const own = nodes.length - gone;
  return (
    <dl className={classes.consequences}>
      <div>
        <dt>Se elimina</dt>
        <dd>
          {counted(gone, 'interacción precargada', 'interacciones precargadas')} con tus cambios en ellas,{' '}
          {counted(lost, 'intención', 'intenciones')} con sus frases, las entidades de la plantilla y el menú
          inicial de hoy.
        </dd>
      </div>
      <div>
        <dt>Se copia</dt>
        <dd>
          {next.data
            ? `${counted(next.data.intents.length, 'intención', 'intenciones')} con sus interacciones, en ${counted(next.data.sections.length, 'sección', 'secciones')}, y su menú inicial.`
            : 'Las interacciones de la plantilla nueva y su menú inicial.'}
        </dd>
      </div>
      <div>
        <dt>Se conserva</dt>
        <dd>
          {own === 0
            ? 'No tienes interacciones personalizadas.'
            : `${counted(own, 'interacción personalizada', 'interacciones personalizadas')}.`}{' '}
          Si algo falla, no cambia nada; y hasta que publiques, tus clientes no notan el cambio.
        </dd>
      </div>
    </dl>
  );
}
