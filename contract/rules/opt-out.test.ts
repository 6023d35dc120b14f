import { expect, it } from 'vitest';
import { optWord } from './opt-out.ts';

it('the whole message ends marketing, in any writing; the word within a sentence does not', () => {
  for (const said of ['BAJA', ' baja. ', '¡Stop!', 'NO MÁS', 'no mas', 'Cancelar suscripción'])
    expect(optWord(said), said).toBe('denied');
  for (const said of ['ALTA', 'Alta!', '*alta*']) expect(optWord(said), said).toBe('granted');
  const others = ['', 'baja temporada', 'STOP al abuso', 'la calidad es baja', 'no más tarde', 'BAJA ALTA'];
  for (const said of [...others, 'BAJA'.padEnd(60)]) expect(optWord(said), said).toBeNull();
});
