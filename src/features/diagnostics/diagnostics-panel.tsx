/** Diagnóstico: how connection, log, counters and storage are, what went wrong, and a log to hand on. */
import { Button, Group, Modal } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { type ReactNode, useState } from 'react';
import { factsText } from '../../../machines/log-export/export-file.ts';
import { config } from '../../base/client-config.ts';
import { usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import '../../ui/dialog-styles.ts';
import { failureText } from '../../ui/failure-text.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './diagnostics.module.css';
import {
  CONNECTION_TEXTS,
  differenceLines,
  errorLines,
  ROOM_TEXTS,
  skewText,
  spanText,
} from './diagnostics-text.ts';
import { ExportLog } from './export-log.tsx';
import { type Diagnostics, useDiagnostics } from './use-diagnostics.ts';

const ERRORS_SHOWN = 20;

export default function DiagnosticsPanel({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const found = useDiagnostics();
  return (
    <Modal opened onClose={onClose} title="Diagnóstico" size="52rem">
      {found.data ? (
        <Panel facts={found.data} />
      ) : found.error ? (
        <LoadError message={failureText(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Reuniendo datos…" rows={6} />
      )}
    </Modal>
  );
}

function Panel({ facts }: { facts: Diagnostics }) {
  return (
    <div className={classes.panel}>
      <Connection facts={facts} />
      <Bots facts={facts} />
      <Storage facts={facts} />
      <Errors facts={facts} />
      <Actions facts={facts} />
    </div>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Connection({ facts: { hub: state, at, online } }: { facts: Diagnostics }) {
  const { connection, connectedAt, outbox } = state;
  return (
    <Facts title="Conexión">
      <dl>
        <Fact name="Estado">
          {CONNECTION_TEXTS[connection.state]}
          {online ? '' : ' · el navegador dice que no hay red'}
        </Fact>
        <Fact name="Transporte">
          {state.transport}
          {connectedAt === null ? '' : `, abierto hace ${spanText(Math.max(0, at - connectedAt))}`}
        </Fact>
        <Fact name="Reloj de este equipo">{skewText(state.clockSkew)}</Fact>
        <Fact name="Pestañas">
          {state.tabs} ({state.visibleTabs} a la vista)
        </Fact>
        <Fact name="Versión">
          <code>{state.build}</code>
          {connection.superseded ? ' · hay una más nueva abierta' : ''}
          {state.otherBuilds.length > 0 ? ` · también abiertas: ${state.otherBuilds.join(', ')}` : ''}
        </Fact>
        <Fact name="Escribe en este equipo">{state.writing ? 'Sí' : 'No: otra versión lo hace'}</Fact>
        <Fact name="Bandeja de salida">
          {outbox.waiting + outbox.sending === 0 ? 'Vacía' : `${outbox.waiting + outbox.sending} por enviar`}
          {outbox.refused + outbox.asking > 0
            ? `, ${outbox.refused + outbox.asking} esperan tu decisión`
            : ''}
        </Fact>
      </dl>
    </Facts>
  );
}

function Bots({ facts: { hub: state, at } }: { facts: Diagnostics }) {
  const { places } = usePlace();
  const [busy, setBusy] = useState(false);
  const nameOf = (id: number) => places.find(({ bot }) => bot.id === id)?.bot.bot_name ?? `Chatbot ${id}`;
  const verify = async () => {
    setBusy(true);
    try {
      await Promise.all(state.bots.map(({ botId }) => hub().reload({ kind: 'counters', botId })));
    } catch (error) {
      toastFailure('No se pudo verificar', error);
    }
    setBusy(false);
  };
  return (
    <Facts title="Contadores y registro">
      {state.bots.length === 0 ? <p>Ningún chatbot está abierto.</p> : null}
      {state.bots.map((bot) => (
        <dl key={bot.botId} aria-label={nameOf(bot.botId)}>
          <Fact name={nameOf(bot.botId)}>
            {ROOM_TEXTS[bot.state]}
            {bot.seq === null ? '' : ` en el evento ${bot.seq}`}
          </Fact>
          <Fact name="Contadores">
            {bot.verifiedAt === null
              ? 'Aún no verificados con el servidor'
              : `Verificados hace ${spanText(Math.max(0, at - bot.verifiedAt))}`}
          </Fact>
          <Fact name="Diferencias">
            {bot.differences.length === 0 ? (
              'Ninguna'
            ) : (
              <ul className={classes.differences}>
                {bot.differences.toReversed().map((difference) => (
                  <li key={difference.at}>
                    {dateTimeText(new Date(difference.at).toISOString())}, evento {difference.seq}:{' '}
                    {differenceLines(difference, config().product.name).join('; ')}.{' '}
                    <strong>
                      {difference.healedAt === null ? 'Se está corrigiendo' : 'Corregida y verificada'}
                    </strong>
                  </li>
                ))}
              </ul>
            )}
          </Fact>
          <Fact name="Registro local">
            {bot.log === null
              ? 'Sin registro: solo en memoria'
              : bot.log.from === null
                ? 'Sin eventos todavía'
                : `Eventos ${bot.log.from} a ${bot.log.to ?? '—'}, en ${bot.log.segments} ${bot.log.segments === 1 ? 'parte' : 'partes'}`}
            {bot.log?.snapshot ? `; copia del evento ${bot.log.snapshot}` : ''}
          </Fact>
        </dl>
      ))}
      <Button size="xs" variant="default" loading={busy} onClick={() => void verify()}>
        Verificar ahora
      </Button>
    </Facts>
  );
}

function Storage({ facts: { storage, hub: state } }: { facts: Diagnostics }) {
  const { usage, quota, persisted } = storage;
  return (
    <Facts title="Almacenamiento">
      <dl>
        <Fact name="Uso">
          {usage === null || quota === null
            ? 'El navegador no lo dice'
            : `${sizeText(usage)} de ${sizeText(quota)} (${((usage / quota) * 100).toFixed(1).replace('.', ',')} %)`}
        </Fact>
        <Fact name="Protegido">
          {state.connection.memoryOnly
            ? 'No se puede guardar: solo en memoria'
            : persisted
              ? 'Sí, el navegador no lo borra por su cuenta'
              : 'No: el navegador puede borrarlo si falta espacio'}
        </Fact>
      </dl>
    </Facts>
  );
}

function Errors({ facts: { hub: state, errors } }: { facts: Diagnostics }) {
  const lines = errorLines(state.diagnostics, errors).slice(0, ERRORS_SHOWN);
  return (
    <Facts title="Errores recientes">
      {lines.length === 0 ? <p>Ninguno desde que se abrió.</p> : null}
      <ol className={classes.errors}>
        {lines.map((line) => (
          <li key={line.key}>
            <time dateTime={new Date(line.at).toISOString()}>
              {dateTimeText(new Date(line.at).toISOString())}
            </time>
            <span>{line.what}</span>
            <code>{line.text}</code>
          </li>
        ))}
      </ol>
    </Facts>
  );
}

function Actions({ facts }: { facts: Diagnostics }) {
  return (
    <Facts title="Compartir">
      <Group>
        <CopyButton
          variant="default"
          text={() => factsText(facts)}
          label="Copiar"
          copied="Diagnóstico copiado"
        />
      </Group>
      <ExportLog facts={facts} />
    </Facts>
  );
}
