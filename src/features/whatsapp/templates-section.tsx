/** The bot's templates: how each stands, and comparing with the provider. */
import { TextInput } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import {
  categoryText,
  rejectionText,
  TEMPLATE_STATUS_TEXT,
} from '../../../contract/entities/template-words.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateText, dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { Section } from '../../ui/screen.tsx';
import { Syncs } from './syncs.tsx';
import { formerCategory, foundText, statusTone } from './template-text.ts';
import classes from './whatsapp.module.css';
import { useTemplates, useTemplatesAgain } from './whatsapp-queries.ts';

/** From this many on a search helps. */
const SEARCH_FROM = 7;

export function TemplatesSection() {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const templates = useTemplates(place.bot);
  const [query, setQuery] = useState('');
  const all = templates.data?.payload.waba_templates ?? [];
  const synced = templates.data?.payload.synced_at ?? null;
  const shown = all.filter(({ name }) => name.includes(query.trim().toLowerCase()));
  const adds = may('whatsapp_api', 'add');
  const create = (
    <AllowedButton
      allowed={adds}
      why={TEXTS.noActionPermission}
      onClick={() => void navigate({ to: '/whatsapp-business', search: { plantilla: 'nueva' } as never })}
    >
      Nueva plantilla
    </AllowedButton>
  );
  return (
    <Section
      id="plantillas"
      title="Plantillas"
      lead="Mensajes que WhatsApp aprueba para escribir después de 24 horas. Aquí ves la copia de lo que WhatsApp tiene."
    >
      {templates.isPending ? <LoadRows label="Cargando plantillas…" rows={4} height={72} /> : null}
      {templates.error && !templates.data ? (
        <LoadError message={sentence(templates.error)} onRetry={() => void templates.refetch()} />
      ) : null}
      {templates.data ? <Sync synced={synced} allowed={adds} /> : null}
      {templates.data && all.length === 0 ? (
        <Empty title="Aún no hay plantillas" next={create}>
          <p>Crea la primera, o sincroniza las que ya tienes en Meta.</p>
        </Empty>
      ) : null}
      {all.length >= SEARCH_FROM ? (
        <TextInput
          label="Buscar"
          placeholder="Nombre de la plantilla"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          mb="md"
          maw={340}
        />
      ) : null}
      {all.length > 0 && shown.length === 0 ? <p role="status">Ninguna plantilla coincide.</p> : null}
      {all.length > 0 ? (
        <>
          <ul className={classes.list} aria-label="Plantillas">
            {shown.map((template) => (
              <Row key={template.id} of={template} />
            ))}
          </ul>
          {create}
        </>
      ) : null}
    </Section>
  );
}

function Row({ of: template }: { of: WabaTemplate }) {
  const { id, name, language, category, status, reason, components } = template;
  const was = formerCategory(template);
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '';
  return (
    <li className={classes.item}>
      <p className={marked.title}>
        <Link to="/whatsapp-business" search={{ plantilla: id } as never}>
          {name}
        </Link>
        <span data-tone={statusTone(status)}>{TEMPLATE_STATUS_TEXT[status]}</span>
        <span data-tone={was ? 'busy' : undefined}>{categoryText(category)}</span>
      </p>
      <p className={classes.small}>{language}</p>
      {body ? <p className={classes.text}>{body}</p> : null}
      {reason ? <p className={classes.error}>{rejectionText(reason)}</p> : null}
      {was ? (
        <p className={classes.small}>
          Era de {categoryText(was.category)} hasta el {dateText(was.at)}: puede tener otro costo.
        </p>
      ) : null}
    </li>
  );
}

function Sync({ synced, allowed }: { synced: string | null; allowed: boolean }) {
  const { place } = usePlace();
  const askAgain = useTemplatesAgain();
  const sync = useMutation({
    mutationFn: () =>
      call(channelCalls.syncWabaTemplates, {
        params: { token: place.bot.token },
        query: { botId: place.bot.id },
      }),
    onSuccess: () => askAgain(),
  });
  const { data } = sync;
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.tools}>
      <AllowedButton
        allowed={allowed}
        why={TEXTS.noActionPermission}
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={sync.isPending}
        onClick={() => sync.mutate()}
      >
        Sincronizar
      </AllowedButton>
      <p className={classes.small}>
        {synced === null
          ? 'Aún no se compara con WhatsApp.'
          : `Comparadas con WhatsApp el ${dateTimeText(synced)}; se repite cada hora y cuando WhatsApp avisa.`}
      </p>
      <p role={sync.error ? 'alert' : 'status'} className={sync.error ? classes.error : classes.said}>
        {sync.error ? sentence(sync.error) : data ? foundText(data) : ''}
      </p>
      {synced === null ? null : (
        <details className={classes.past} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Sincronizaciones anteriores</summary>
          {open ? <Syncs /> : null}
        </details>
      )}
    </div>
  );
}
