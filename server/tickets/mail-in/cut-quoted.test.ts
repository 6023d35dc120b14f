import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutQuotation } from './cut-quoted.ts';
import { wordsOfHtml } from './html-words.ts';

const QUOTE = '> — Responde por encima de esta línea —\n>\n> Ana, de Tienda, respondió tu ticket T-1001:';

describe('MAIL-4 the words of an answer', () => {
  it.each([
    ['Gmail', `Sí, gracias.\n\nEl mar, 24 nov 2026 a las 10:00, Tienda (<t@in.cl>) escribió:\n\n${QUOTE}`],
    [
      'Gmail, broken',
      `Sí, gracias.\n\nEl mar, 24 nov 2026 a las 10:00, Tienda de Muebles del Sur\n<t@in.cl> escribió:\n${QUOTE}`,
    ],
    ['English', `Sí, gracias.\n\nOn Tue, Nov 24, 2026 at 10:00 AM Tienda <t@in.cl> wrote:\n${QUOTE}`],
    [
      'Outlook',
      'Sí, gracias.\n\n________________________________\nDe: Tienda <t@in.cl>\nEnviado: martes\nPara: Juana\nAsunto: x\n\nTexto',
    ],
    ['Outlook, bold', 'Sí, gracias.\n\n*De:* Tienda <t@in.cl>\n*Enviado el:* martes\n*Para:* Juana\n\nTexto'],
    ['an old one', 'Sí, gracias.\r\n\r\n-----Mensaje original-----\r\nTexto'],
    ['the line alone', 'Sí, gracias.\n— Responde por encima de esta línea —\nTexto'],
    ['a phone', `Sí, gracias.\n\nEnviado desde mi iPhone\n\n${QUOTE}`],
    ['a signature', 'Sí, gracias.\n-- \nJuana\nFono 1'],
    ['below the quotation', `El mar, Tienda escribió:\n${QUOTE}\n\nSí, gracias.`],
  ])('of %s', (_name, mail) => {
    expect(withoutQuotation(mail)).toBe('Sí, gracias.');
  });

  it('keeps what only looks like one', () => {
    for (const said of [
      'El pedido es de: Ana',
      'De: la tienda al local\nno llegó nada',
      '> 5 kg no cabe\nNo cabe',
    ])
      expect(withoutQuotation(said)).toBe(said);
  });

  it('never fails, and says nothing that was not written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Hola', '> x', QUOTE, 'El a escribió:', 'De: b', 'Para: c', '-- ', '')),
        (lines) => {
          const written = lines.join('\n');
          for (const line of withoutQuotation(written).split('\n')) expect(written).toContain(line);
        },
      ),
    );
  });

  it('reads a page that comes without text', () => {
    expect(
      wordsOfHtml(
        '<head><style>p{}</style></head><div>Sí,&nbsp;gracias.<br>Ana</div><script>x</script><div class="gmail_quote">El mar escribió<blockquote>Texto</blockquote></div>',
      ),
    ).toBe('Sí, gracias.\nAna');
    expect(wordsOfHtml('<blockquote>Solo esto</blockquote>')).toBe('Solo esto');
    expect(wordsOfHtml(`${'<div>'.repeat(5000)}hondo${'</div>'.repeat(5000)}`)).toBe('hondo');
  });
});
