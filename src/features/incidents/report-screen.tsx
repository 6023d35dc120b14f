/** `/report-incident`: what does not work, since when, at which bots, with pictures and, on consent, technical data. */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { incidentCalls } from '../../../contract/calls/incidents.ts';
import { allows } from '../../../contract/permissions.ts';
import {
  INCIDENT_LIMITS,
  INCIDENT_SEVERITIES,
  INCIDENT_SEVERITY_LABELS,
  type IncidentSeverity,
} from '../../../contract/rules/incidents.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { DAY_TIME_FAULT, partsOf } from '../../ui/day-field/day-time.ts';
import { DayTimeField } from '../../ui/day-field/day-time-field.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { browserFacts } from './browser-facts.ts';
import classes from './incidents.module.css';
import { hereAndNow, instantOf } from './local-time.ts';

export function ReportIncidentScreen() {
  const { place } = usePlace();
  return <Form key={place.bot.id} />;
}

/** Numbers of bots as somebody writes them: with commas, spaces or both. */
const numbersIn = (text: string): number[] => (text.match(/\d{1,9}/g) ?? []).map(Number);

function Form() {
  const { place, places, user } = usePlace();
  const navigate = useNavigate();
  const mine = places.filter(({ link }) => allows(link.role.permissions, 'seguimiento_incidencias', 'edit'));
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [severity, setSeverity] = useState<IncidentSeverity>('normal');
  const [since, setSince] = useState(hereAndNow);
  const [unread, setUnread] = useState(false);
  const { day: today } = partsOf(hereAndNow());
  const [chosen, setBotIds] = useState<readonly number[]>([place.bot.id]);
  // Internal accounts report for bots that they have no part in.
  const [others, setOthers] = useState('');
  const botIds = [...new Set([...chosen, ...numbersIn(others)])];
  const [files, setFiles] = useState<readonly File[]>([]);
  const [consent, setConsent] = useState(false);
  // The same report again, after a lost answer, is one report.
  const [temporalId] = useState(() => crypto.randomUUID());
  const may = allows(place.link.role.permissions, 'seguimiento_incidencias', 'edit');
  const send = useMutation({
    mutationFn: async (from: string) => {
      const reported = await call(incidentCalls.reportIncident, {
        body: {
          title,
          description,
          severity,
          since: from,
          bot_ids: botIds,
          diagnostics: consent ? await browserFacts() : null,
          temporal_id: temporalId,
        },
      });
      let failed = 0;
      for (const file of files) {
        try {
          await call(incidentCalls.addIncidentPicture, { params: { id: reported.id }, body: {}, file });
        } catch (error) {
          failed += 1;
          toastFailure(`No pudimos agregar ${file.name}`, error);
        }
      }
      return { reported, failed };
    },
    onSuccess: ({ reported, failed }) => {
      if (failed === 0) toastSuccess(`Recibimos tu reporte: ${reported.tracking_code}`);
      void navigate({ href: `/follow-incident?incident=${encodeURIComponent(reported.id)}` });
    },
  });
  const faults = fieldErrors(send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = instantOf(since);
    setUnread(from === null);
    if (from !== null) send.mutate(from);
  };
  return (
    <Screen
      title="Reportar incidencia"
      lead="Cuéntanos qué no funciona. Lo ve el equipo que hace el producto, y sigues cada novedad en Seguimiento."
      back={{ to: '/follow-incident', label: 'Seguimiento' }}
      width="form"
    >
      <Section id="report" title="Qué pasa">
        {may ? null : <p role="note">{TEXTS.noActionPermission}</p>}
        <form onSubmit={submit} className={classes.form}>
          <TextInput
            label="En pocas palabras"
            placeholder="Los mensajes de WhatsApp no salen"
            required
            maxLength={INCIDENT_LIMITS.title}
            value={title}
            error={faults['title']}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label="Qué pasa y qué esperabas"
            required
            autosize
            minRows={4}
            maxLength={INCIDENT_LIMITS.description}
            value={description}
            error={faults['description']}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <NativeSelect
            label="Cuánto te afecta"
            value={severity}
            onChange={(event) => setSeverity(event.currentTarget.value as IncidentSeverity)}
            data={INCIDENT_SEVERITIES.map((value) => ({ value, label: INCIDENT_SEVERITY_LABELS[value] }))}
          />
          <DayTimeField
            label="Desde cuándo"
            description="En la hora de este equipo."
            required
            today={today}
            last={today}
            value={since}
            error={unread ? DAY_TIME_FAULT : faults['since']}
            onChange={(next) => {
              setSince(next);
              setUnread(false);
            }}
          />
          {mine.length > 1 ? (
            <Checkbox.Group
              label="Chatbots afectados"
              value={chosen.map(String)}
              onChange={(values) => setBotIds(values.map(Number))}
              error={botIds.length === 0 ? 'Elige al menos uno.' : undefined}
            >
              <div className={classes.boxes}>
                {mine.map(({ bot }) => (
                  <Checkbox key={bot.id} value={String(bot.id)} label={bot.bot_name} />
                ))}
              </div>
            </Checkbox.Group>
          ) : null}
          {user.staff ? (
            <TextInput
              label="Otros chatbots, por su número (opcional)"
              description="Separados por comas. Quienes los atienden verán la franja roja."
              inputMode="numeric"
              maxLength={400}
              value={others}
              error={botIds.length === 0 ? 'Elige al menos uno.' : faults['bot_ids']}
              onChange={(event) => setOthers(event.currentTarget.value)}
            />
          ) : null}
          <DropZone
            legend="Imágenes de lo que ves"
            icon={<IconPhoto size={22} aria-hidden="true" />}
            label="Elegir imágenes"
            accept="image/png,image/jpeg,image/webp,image/gif"
            multiple
            limits={`Hasta ${INCIDENT_LIMITS.pictures} imágenes de 8 MB: JPG, PNG, WebP o GIF.`}
            onFiles={(chosen) => setFiles([...files, ...chosen].slice(0, INCIDENT_LIMITS.pictures))}
          >
            {(choose) => (
              <Button variant="default" onClick={choose}>
                Agregar imágenes
              </Button>
            )}
          </DropZone>
          {files.length > 0 ? (
            <ul className={classes.files} aria-label="Imágenes elegidas">
              {files.map((file, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
                <li key={`${file.name}-${place}`}>
                  {file.name}
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => setFiles(files.filter((_, at) => at !== place))}
                  >
                    Quitar
                  </Button>
                </li>
              ))}
            </ul>
          ) : null}
          <Checkbox
            label="Adjuntar datos técnicos de este navegador"
            description="Conexión, versión y errores recientes. Sin textos, nombres ni datos de clientes."
            checked={consent}
            onChange={(event) => setConsent(event.currentTarget.checked)}
          />
          {send.error && Object.keys(faults).length === 0 ? (
            <p role="alert" className={classes.fault}>
              {sentence(send.error)}
            </p>
          ) : null}
          <div>
            <Button type="submit" loading={send.isPending} disabled={!may || botIds.length === 0}>
              Enviar reporte
            </Button>
          </div>
        </form>
      </Section>
    </Screen>
  );
}
