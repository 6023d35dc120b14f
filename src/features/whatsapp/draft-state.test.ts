import { describe, expect, it } from 'vitest';
import { templateDraft } from '../../../contract/rules/template-draft.ts';
import { templateFault } from '../../../contract/rules/template-rules.ts';
import { componentsOfDraft, type Draft, draftOf, EMPTY_DRAFT } from './draft-state.ts';

const WHOLE: Draft = {
  name: 'pedido_listo',
  language: 'es_CL',
  category: 'MARKETING',
  head: 'TEXT',
  header: 'Pedido {{1}}',
  file: null,
  body: 'Hola {{1}}, tu pedido {{2}} está listo.',
  footer: 'Tienda',
  examples: { 'header 1': '1042', 'body 1': 'Camila', 'body 2': '1042' },
  buttons: [
    { id: 0, type: 'QUICK_REPLY', text: 'Gracias', value: '', example: '' },
    { id: 1, type: 'URL', text: 'Ver', value: 'https://tienda.cl/{{1}}', example: 'p/1042' },
    { id: 2, type: 'PHONE_NUMBER', text: 'Llamar', value: '+56 9 8765 4321', example: '' },
    { id: 3, type: 'COPY_CODE', text: '', value: 'VERANO20', example: '' },
  ],
};
const faultOf = (draft: Draft) =>
  templateFault({ name: draft.name, components: templateDraft.parse(componentsOfDraft(draft)) });

describe('a template while it is written', () => {
  it('is what the provider takes, and comes back from there the same', () => {
    const components = templateDraft.parse(componentsOfDraft(WHOLE));
    expect(faultOf(WHOLE)).toBeNull();
    expect(draftOf({ ...WHOLE, components })).toEqual({
      ...WHOLE,
      buttons: WHOLE.buttons.map((one) => ({
        ...one,
        value: one.value.replaceAll(' ', '').replace('Llamar', ''),
      })),
    });
  });
  it('wants an example of every variable, by its name too', () => {
    expect(faultOf({ ...WHOLE, examples: { 'body 1': 'Camila' } })).toMatch(/ejemplo de cada variable/);
    const named = {
      ...WHOLE,
      header: '',
      body: 'Hola {{nombre}}, ya llegó.',
      examples: { 'body nombre': 'Ana' },
    };
    expect(faultOf(named)).toBeNull();
    expect(faultOf({ ...named, examples: {} })).toMatch(/ejemplo/);
  });
  it('tells of what the provider refuses before anybody waits for it', () => {
    const bodies: [Partial<Draft>, RegExp][] = [
      [{ body: '' }, /Escribe el texto/],
      [{ body: '{{1}} llegó' }, /no puede empezar/],
      [{ body: 'Hola {{1}} {{2}} ya' }, /dos variables seguidas/],
      [{ body: 'Hola {{2}}, ya' }, /se numeran/],
      [{ body: 'Hola {{1, ya' }, /mal escrita/],
      [{ header: '{{1}} y {{2}} hoy' }, /una sola variable/],
      [{ footer: 'x'.repeat(61) }, /El pie/],
      [{ name: 'Pedido Listo' }, /minúsculas/],
      [
        { buttons: [{ id: 0, type: 'URL', text: 'Ver', value: 'tienda', example: '' }] },
        /dirección completa/,
      ],
      [
        { buttons: [{ id: 0, type: 'QUICK_REPLY', text: ' ', value: '', example: '' }] },
        /texto de cada botón/,
      ],
      [{ buttons: [{ id: 0, type: 'PHONE_NUMBER', text: 'Llamar', value: '123', example: '' }] }, /completo/],
    ];
    for (const [patch, text] of bodies) expect(faultOf({ ...WHOLE, ...patch })).toMatch(text);
    expect(faultOf(EMPTY_DRAFT)).toMatch(/El nombre/);
  });
  it('leaves alone what is written at the provider only', () => {
    const components = [
      { type: 'BODY', text: 'Hola' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Reservar' }] },
    ];
    expect(draftOf({ ...WHOLE, components })).toBeNull();
  });
  it.each(['IMAGE', 'VIDEO', 'DOCUMENT'] as const)(
    'wants the file of a header of %s, and again at a change',
    (head) => {
      const draft: Draft = { ...WHOLE, head, examples: { 'body 1': 'Camila', 'body 2': '1042' } };
      expect(faultOf(draft)).toMatch(/Adjunta un archivo de ejemplo/);
      const whole = { ...draft, file: { handle: '4::aW1n:xyz', name: 'foto.png' } };
      expect(faultOf(whole)).toBeNull();
      const listed = {
        type: 'HEADER',
        format: head,
        example: { header_handle: ['https://scontent.test/x'] },
      };
      const components = [listed, ...componentsOfDraft(whole).slice(1)];
      expect(templateFault({ name: WHOLE.name, components })).toMatch(/Adjunta/);
      expect(draftOf({ ...whole, components })).toMatchObject({ head, header: '', file: null });
    },
  );
});
