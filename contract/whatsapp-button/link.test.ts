import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPage, showsOn, whatsappLink } from './link.ts';

const places = (pages: 'all' | 'only' | 'except', ...paths: string[]) => ({
  pages,
  paths,
  devices: 'all' as const,
});

describe('addresses of WhatsApp', () => {
  it('carry a text as it was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const said = new URL(whatsappLink('+56 9 1234 5678', text)).searchParams.get('text') ?? '';
        expect(said).toBe(text.replace(/\p{Surrogate}/gu, '').trim());
      }),
    );
    expect(whatsappLink('+56912345678', 'Hola\n¿tienen & +?')).toBe(
      'https://wa.me/56912345678?text=Hola%0A%C2%BFtienen%20%26%20%2B%3F',
    );
    expect(whatsappLink('+56912345678', '  ')).toBe('https://wa.me/56912345678');
  });
  it('name the page, and leave braces that name nothing', () => {
    const page = { title: 'Botas $& {direccion}', address: 'https://tienda.cl/botas?talla=38' };
    expect(fillPage('Vi {pagina} en {direccion} {otra}', page)).toBe(
      'Vi Botas $& {direccion} en https://tienda.cl/botas?talla=38 {otra}',
    );
  });
});

describe('where the button shows', () => {
  it.each([
    ['/producto/*', '/producto/botas', true],
    ['/producto/*', '/producto/', false],
    ['/producto*', '/producto/', true],
    ['/', '/', true],
    ['/', '/contacto', false],
    ['/contacto/', '/contacto', true],
    ['/*/ofertas/*', '/cl/ofertas/hoy', true],
    ['/*/ofertas/*', '/cl/oferta/hoy', false],
    ['/categoría/niños', '/categor%C3%ADa/ni%C3%B1os', true],
    ['/a*a', '/a', false],
    ['*', '/lo/que/sea', true],
    ['/mal%', '/mal%', true],
  ])('%s and %s', (pattern, path, is) => {
    expect(showsOn(places('only', '/nada', pattern), path, false)).toBe(is);
    expect(showsOn(places('except', '/nada', pattern), path, false)).toBe(!is);
    expect(showsOn(places('all', pattern), path, false)).toBe(true);
  });
  it('takes stars as the plain reading of them does', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 10 }),
        (p, q) => {
          const bare = (one: string) => (one.length > 1 ? one.replace(/\/+$/, '') : one);
          const [pattern, path] = [`/${p.join('')}`, `/${q.join('')}`];
          const plain = new RegExp(`^${bare(pattern).replaceAll('*', '.*')}$`).test(bare(path));
          expect(showsOn(places('only', pattern), path, false)).toBe(plain);
        },
      ),
    );
  });
  it('knows phones from computers', () => {
    expect(showsOn({ ...places('all'), devices: 'phone' }, '/', false)).toBe(false);
    expect(showsOn({ ...places('all'), devices: 'computer' }, '/', false)).toBe(true);
  });
});
