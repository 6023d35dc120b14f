/** First step: by which number, and which of its approved templates. */
import { NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CampaignNumber } from '../../../contract/entities/campaign.ts';
import { categoryText } from '../../../contract/entities/template-words.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { CAMPAIGN_LIMITS } from '../../../contract/rules/campaigns.ts';
import link from '../../ui/link-button.module.css';
import { Empty } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { STATE_TEXT } from '../connections/state-text.ts';
import { TemplatePreview } from '../templates/template-preview.tsx';
import classes from './campaigns.module.css';
import type { PlanState } from './plan-state.ts';

interface TemplateStepProps {
  state: PlanState;
  change: (more: Partial<PlanState>) => void;
  numbers: readonly CampaignNumber[];
  /** Approved ones of the number. */
  templates: readonly WabaTemplate[];
  template: WabaTemplate | null;
}

const keyOf = ({ name, language }: { name: string; language: string }) => `${language} ${name}`;

export function TemplateStep({ state, change, numbers, templates, template }: TemplateStepProps) {
  const toWhatsApp = (
    <Link to="/whatsapp-business" className={link.link}>
      Ir a WhatsApp API
    </Link>
  );
  if (numbers.length === 0)
    return (
      <Empty title="Este chatbot no tiene números de WhatsApp" next={toWhatsApp}>
        <p>Conecta uno y sincroniza sus plantillas.</p>
      </Empty>
    );
  const number = numbers.find(({ id }) => id === state.connectionId);
  return (
    <Section id="plantilla" title="Qué sale y por dónde">
      <div className={classes.beside}>
        <div className={classes.stack}>
          <NativeSelect
            label="Número"
            value={state.connectionId}
            data={[
              { value: '', label: 'Elige un número…', disabled: true },
              ...numbers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => change({ connectionId: event.currentTarget.value })}
          />
          {number ? <NumberFacts number={number} /> : null}
          {templates.length === 0 ? (
            <Empty title="Este número no tiene plantillas aprobadas" next={toWhatsApp} />
          ) : (
            <NativeSelect
              label="Plantilla"
              value={template ? keyOf(template) : ''}
              data={[
                { value: '', label: 'Elige una plantilla aprobada…', disabled: true },
                ...templates.map((one) => ({
                  value: keyOf(one),
                  label: `${one.name} (${one.language}) · ${categoryText(one.category)}`,
                })),
              ]}
              onChange={(event) => {
                const next = templates.find((one) => keyOf(one) === event.currentTarget.value);
                if (next) change({ template: { name: next.name, language: next.language }, slots: {} });
              }}
            />
          )}
          {template ? <p className={classes.small}>{consentText(template.category)}</p> : null}
          <TextInput
            label="Nombre de la campaña (opcional)"
            description="Así la encuentra tu equipo. Los clientes no lo ven."
            value={state.name}
            maxLength={CAMPAIGN_LIMITS.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </div>
        {template ? (
          <TemplatePreview components={template.components} />
        ) : (
          <p className={classes.small}>Aquí verás la plantilla que elijas.</p>
        )}
      </div>
    </Section>
  );
}

const consentText = (category: string): string =>
  category === 'MARKETING'
    ? 'Es de marketing: la reciben solo quienes dieron su consentimiento.'
    : 'La reciben todos menos quienes rechazaron estos mensajes o están bloqueados.';

function NumberFacts({ number: { state, most, left } }: { number: CampaignNumber }) {
  const room =
    most === null || left === null
      ? null
      : `Puede escribir primero a ${figure(most)} clientes distintos en 24 horas; ahora quedan ${figure(left)}. Los demás esperan su turno, no fallan.`;
  return (
    <>
      {state === 'ok' ? null : (
        <p className={classes.held}>
          {STATE_TEXT[state].text}: la campaña espera hasta que el número funcione.
        </p>
      )}
      {room === null ? null : <p className={classes.small}>{room}</p>}
    </>
  );
}
