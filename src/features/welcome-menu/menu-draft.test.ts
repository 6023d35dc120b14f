import { expect, it } from 'vitest';
import type { WelcomeMenu } from '../../../contract/entities/bot-node.ts';
import { hasFaults, menuDraftOf, menuFaults, menuToSend, newOption } from './menu-draft.ts';

const button = (node_id: string) => ({
  id: `welcome>${node_id}`,
  label: node_id,
  node_id,
  node_title: node_id,
  live: true,
});
const MENU: WelcomeMenu = {
  bot_id: 1,
  template: null,
  answers: ['Hola'],
  buttons: [
    { ...button('pagos'), answers: ['¿Cómo?'], own_node: false, suboptions: [button('cuotas')] },
    { ...button('envios'), answers: ['Dos días'], own_node: false, suboptions: [] },
  ],
};
const THERE = new Set(['pagos', 'envios', 'cuotas']);

it('sends what stands under an option only where it changed, in the order on screen', () => {
  const saved = menuDraftOf(MENU);
  const [pagos, envios] = saved.options;
  const turned = { ...saved, options: [envios!, pagos!] };
  expect(menuToSend(turned, saved, THERE)).toEqual({
    answers: ['Hola'],
    buttons: [
      { id: 'welcome>envios', label: 'envios', node_id: 'envios' },
      { id: 'welcome>pagos', label: 'pagos', node_id: 'pagos' },
    ],
  });
  const fewer = { ...saved, options: [{ ...pagos!, suboptions: [] }] };
  expect(menuToSend(fewer, saved, THERE).buttons).toEqual([
    { id: 'welcome>pagos', label: 'pagos', node_id: 'pagos', answers: ['¿Cómo?'], suboptions: [] },
  ]);
});

it('makes a menu of its own for an option that leads nowhere yet', () => {
  const saved = menuDraftOf(MENU);
  const option = { ...newOption('x'), label: 'Empresas' };
  expect(menuToSend({ ...saved, options: [option] }, saved, THERE).buttons).toEqual([
    { label: 'Empresas', answers: ['¿Qué necesitas?'], suboptions: [] },
  ]);
});

it('makes again what an option led to and somebody has deleted meanwhile', () => {
  const mine = menuDraftOf(MENU);
  const theirs = { ...mine, options: mine.options.slice(1) };
  expect(menuToSend(mine, theirs, new Set(['envios', 'cuotas'])).buttons).toEqual([
    {
      id: 'welcome>pagos',
      label: 'pagos',
      answers: ['¿Cómo?'],
      suboptions: [{ id: 'welcome>cuotas', label: 'cuotas', node_id: 'cuotas' }],
    },
    { id: 'welcome>envios', label: 'envios', node_id: 'envios' },
  ]);
});

it('never writes one node’s words into another that the option leads to now', () => {
  const saved = menuDraftOf(MENU);
  const [pagos] = saved.options;
  const elsewhere = { ...saved, options: [{ ...pagos!, node_id: 'envios' }] };
  expect(menuToSend(elsewhere, saved, THERE).buttons).toEqual([
    { id: 'welcome>pagos', label: 'pagos', node_id: 'envios' },
  ]);
});

it('says what is missing', () => {
  expect(hasFaults(menuFaults(menuDraftOf(MENU)))).toBe(false);
  const faults = menuFaults({ answers: [' '], options: [newOption('x')] });
  expect(faults.answers).toBeDefined();
  expect(Object.keys(faults.options)).toEqual(['x']);
});
