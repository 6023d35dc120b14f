import { expect, it } from 'vitest';
import type { MacroSteps } from '../../../contract/entities/macro.ts';
import { fittingMacros, macroLines } from './macro-text.ts';

const NOTHING: MacroSteps = {
  text: null,
  add_tags: [],
  remove_tags: [],
  assign: null,
  end: null,
};
const macro = (name: string, steps: Partial<MacroSteps>, agent_name: string | null = null) => ({
  name,
  steps: { ...NOTHING, ...steps },
  agent_name,
  attachments: [{ id: 'f', name: 'tallas.csv', type: 'text/csv', size: 9 }].slice(0, steps.text ? 1 : 0),
  buttons: steps.text ? ['Sí', 'No'] : [],
});

it('says each thing that a macro does, in its order', () => {
  const all = macro(
    'Todo',
    {
      text: 'Hola {nombre}',
      add_tags: ['vip', 'cambio'],
      remove_tags: ['nuevo'],
      category: 'soporte',
      priority: 'urgent',
      assign: { agent_id: 4 },
      end: 'close',
    },
    'Bruno',
  );
  expect(macroLines(all)).toEqual([
    'Responde «Hola {nombre}»',
    'Adjunta «tallas.csv»',
    'Con los botones «Sí», «No»',
    'Agrega #vip, #cambio',
    'Quita #nuevo',
    'Área: soporte',
    'Prioridad: Urgente',
    'La asigna a Bruno',
    'Cierra la conversación',
  ]);
  const gone = macro('Gone', { category: null, priority: null, assign: { agent_id: 9 } });
  expect(macroLines(gone)).toEqual([
    'Quita el área',
    'Quita la prioridad',
    'La asigna a alguien que ya no está en el chatbot',
  ]);
});

it('finds by the name first, then by what it does, accents aside', () => {
  const list = [macro('Despedida', { end: 'close' }), macro('Cierre rápido', { add_tags: ['despedida'] })];
  expect(fittingMacros(list, 'rapido').map(({ name }) => name)).toEqual(['Cierre rápido']);
  expect(fittingMacros(list.toReversed(), 'despe').map(({ name }) => name)).toEqual([
    'Despedida',
    'Cierre rápido',
  ]);
  expect(fittingMacros(list, '')).toHaveLength(2);
  expect(fittingMacros(list, 'zzz')).toEqual([]);
});
