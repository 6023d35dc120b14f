/** What hostile documents and pages meet: a bound, a clear text, and everything else as before. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { NotPublic, publicLookup } from '../../platform/outbound/public-address.ts';
import { fetchPage } from './fetch-page.ts';
import { readDocument } from './parse/read-document.ts';
import { checkedOfficeKind } from './parse/unzip-guard.ts';
import { parseDocument } from './parser.ts';
import { docx, pdf, zip } from './testing.ts';

const quiet = new AbortController().signal;
const none = () => undefined;
const MEGABYTE = 1_000_000;

describe('a zip bomb', () => {
  it('is refused by what it unpacks to', async () => {
    const bomb = await zip({ 'word/document.xml': Buffer.alloc(8 * MEGABYTE) });
    expect(bomb.length).toBeLessThan(20_000);
    const limits = { bytes: MEGABYTE, files: 100 };
    await expect(checkedOfficeKind(bomb, limits)).rejects.toThrow(/se descomprime a un tamaño desmedido/);
  });

  it('is refused when it lies about its size', async () => {
    const bomb = await zip({ 'word/document.xml': Buffer.alloc(8 * MEGABYTE) });
    // Uncompressed size in the table of contents: what most libraries believe.
    const at = bomb.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    bomb.writeUInt32LE(10, at + 24);
    await expect(checkedOfficeKind(bomb, { bytes: MEGABYTE, files: 100 })).rejects.toThrow(
      /dañado|desmedido/,
    );
  });

  it('of many files is refused', async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x']));
    await expect(checkedOfficeKind(await zip(files), { bytes: MEGABYTE, files: 50 })).rejects.toThrow(
      /desmedido/,
    );
  });

  it('of another kind is no document', async () => {
    await expect(checkedOfficeKind(await zip({ 'a.txt': 'x' }))).rejects.toThrow(
      /no es un documento de Word/,
    );
  });
});

describe('a reading', () => {
  it('is ended when it takes too long, and this thread goes on meanwhile', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const reading = parseDocument({ bytes: Buffer.from('hola'), name: 'a.txt' }, none, quiet, {
      time: 40,
      memoryMb: 256,
    });
    await expect(reading).rejects.toThrow(/tarda demasiado/);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });

  it('of a PDF that unpacks without end is ended by the memory it takes', async () => {
    // 400 MB of blanks in 400 kB.
    const bytes = deflateSync(Buffer.alloc(400 * MEGABYTE, ' '));
    const bomb = pdf(['x'], { dictionary: '/Filter /FlateDecode', bytes });
    expect(bomb.length).toBeLessThan(MEGABYTE);
    const reading = parseDocument({ bytes: bomb, name: 'a.pdf' }, none, quiet, {
      time: 60_000,
      memoryMb: 64,
    });
    await expect(reading).rejects.toThrow(/demasiada memoria/);
  }, 90_000);

  it('of a page that is nested without end comes to its end', async () => {
    const html = `<html><body>${'<div>'.repeat(3_000)}hola mundo${'</div>'.repeat(3_000)}</body></html>`;
    const reading = readDocument(Buffer.from(html), 'a.html');
    await expect(
      reading.then(
        ({ passages }) => passages.length,
        (error: Error) => error.message,
      ),
    ).resolves.toBeDefined();
  });

  it('loads nothing that a Word file names', async () => {
    const file = await docx([['', '<!ENTITY x SYSTEM "file:///etc/passwd"> &x;']]);
    const { passages } = await readDocument(file, 'a.docx');
    expect(passages[0]?.text).toContain('&x;');
    expect(passages[0]?.text).not.toContain('root:');
  });

  it('keeps a long text within its limits', async () => {
    const text = `${'palabra '.repeat(20)}.\n\n`.repeat(8_000);
    const { passages, notice } = await readDocument(Buffer.from(text), 'a.txt');
    expect(notice).toContain('primer 1 millón de caracteres');
    const length = passages.reduce((sum, passage) => sum + passage.text.length, 0);
    expect(length).toBeLessThanOrEqual(
      DOCUMENT_LIMITS.characters + passages.length * DOCUMENT_LIMITS.overlap,
    );
    expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(
      DOCUMENT_LIMITS.passage,
    );
  });
});

describe('a page of the web', () => {
  let site: Server;
  let origin: string;
  let answer: (path: string, response: ServerResponse) => void;

  beforeAll(async () => {
    site = createServer((request, response) => answer(request.url ?? '', response));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });

  /** The site stands for one of the public web. */
  const page = (path: string, time = 5_000) =>
    fetchPage(`${origin}${path}`, { trusted: [origin], signal: quiet, time });
  const html = (response: ServerResponse, text: string) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);

  it('is read, through redirects', async () => {
    answer = (path, response) =>
      path === '/a' ? void response.writeHead(301, { location: '/b' }).end() : html(response, '<p>hola</p>');
    expect(await page('/a')).toMatchObject({
      bytes: Buffer.from('<p>hola</p>'),
      name: 'text/html; charset=utf-8',
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'https://0x7f000001/',
    'http://localhost:1/',
    'file:///etc/passwd',
  ])('that redirects to %s is refused', async (location) => {
    answer = (_path, response) => void response.writeHead(302, { location }).end();
    await expect(page('/')).rejects.toThrow(/red privada/);
  });

  it('whose name means a private address is refused at the connection, whatever it meant when it was saved', async () => {
    const said = await new Promise<Error | null>((resolve) =>
      publicLookup()('localhost', { all: true }, (error) => resolve(error)),
    );
    expect(said).toBeInstanceOf(NotPublic);
  });

  it.each([
    [
      'sends without end',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const more = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(MEGABYTE, 'x'), () => setImmediate(more));
        };
        more();
      },
      /supera el máximo de 5 MB/,
    ],
    ['never answers', () => undefined, /no respondió a tiempo/],
    ['does not exist', (response: ServerResponse) => void response.writeHead(404).end(), /código 404/],
    [
      'redirects in a circle',
      (response: ServerResponse) => void response.writeHead(302, { location: '/' }).end(),
      /redirige demasiadas veces/,
    ],
    [
      'packs what nobody asked to be packed',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(deflateSync('x')),
      /comprimida/,
    ],
  ])('that %s is left, with the reason', async (_name, behave, words) => {
    answer = (_path, response) => behave(response);
    await expect(page('/', 1_500)).rejects.toThrow(words);
  });
});
