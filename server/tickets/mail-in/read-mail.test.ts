/** What a stranger may write into a mail, so that reading it would hold up everybody. */
import { expect, it } from 'vitest';
import { readMail } from './read-mail.ts';

const mail = (headers: string, body: string) =>
  Buffer.from(`From: Carla <carla@correo.cl>\r\nTo: ayuda@charla.test\r\n${headers}\r\n\r\n${body}`);

it('FLOOD-6 a header of one endless word is read in time, and addresses in it are found', async () => {
  const endless = 'x'.repeat(190_000);
  expect((await readMail(mail(`X-Envelope-To: ${endless}`, 'hola'), 'h')).to).toEqual(['ayuda@charla.test']);
  const mixed = 'X-Envelope-To: "Uno" <uno@charla.test>, dos@charla.test; @, a@, @b';
  expect((await readMail(mail(mixed, 'hola'), 'h')).to).toEqual([
    'uno@charla.test',
    'dos@charla.test',
    'ayuda@charla.test',
  ]);
});

const HEAPS = ['<b>', '<table><tr><td>', '<div class=x>', '<i></b>'] as const;
it.each(HEAPS)('FLOOD-6 half a megabyte of %s is read in time, and its words are kept', async (heap) => {
  const page = `${heap.repeat(Math.floor(480_000 / heap.length))}hola`;
  const { text } = await readMail(mail('Content-Type: text/html; charset=utf-8', page), 'h');
  expect(text.split(/\s/u).at(-1)).toBe('hola');
});

it('FLOOD-6 what a comment closes closes nothing', async () => {
  const page = '<b><!--</b>-->'.repeat(34_000);
  await expect(readMail(mail('Content-Type: text/html; charset=utf-8', page), 'h')).resolves.toBeDefined();
});

it('a long page of somebody who wrote it keeps its lines', async () => {
  const page = `<table>${'<tr><td>uno</td><td>dos</td></tr>'.repeat(50)}</table><p>tres<br>cuatro`;
  const { text } = await readMail(mail('Content-Type: text/html; charset=utf-8', page), 'h');
  expect(text.split('\n').slice(-2)).toEqual(['tres', 'cuatro']);
});
