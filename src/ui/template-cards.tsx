/** The two templates that a bot may start from, one to choose. */
import type { ReactNode } from 'react';
import { TEMPLATES, type TemplateName } from '../../contract/states.ts';
import classes from './template-cards.module.css';

const WORDS: Record<TemplateName, { label: string; text: string }> = {
  ecommerce: {
    label: 'Ecommerce',
    text: 'Para una tienda: despachos, cambios, medios de pago y seguimiento de pedidos.',
  },
  generica: {
    label: 'Genérica',
    text: 'Para cualquier negocio: horarios, ubicación, contacto y preguntas frecuentes.',
  },
};

interface TemplateCardsProps {
  value: TemplateName;
  onChange: (template: TemplateName) => void;
  /** What more is to be said of each. */
  more?: (template: TemplateName) => ReactNode;
}

export function TemplateCards({ value, onChange, more }: TemplateCardsProps) {
  return (
    <fieldset className={classes.cards}>
      <legend>Plantilla</legend>
      {TEMPLATES.map((name) => (
        <label key={name} className={classes.card}>
          <input
            type="radio"
            name="template"
            value={name}
            checked={value === name}
            onChange={() => onChange(name)}
          />
          <span>
            <strong>{WORDS[name].label}</strong>
            <small>{WORDS[name].text}</small>
            {more?.(name)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
