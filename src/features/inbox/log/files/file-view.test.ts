import { describe, expect, it } from 'vitest';
import { fileView, stillOpens } from './file-view.ts';

it('shows what browsers draw and play, and offers the rest for download', () => {
  const views = [
    'image/webp',
    'image/heic',
    'image/svg+xml',
    'audio/ogg',
    'video/mp4',
    'video/3gpp',
    'text/html',
  ];
  expect(views.map((type) => fileView({ type }))).toEqual([
    'image',
    'file',
    'file',
    'audio',
    'video',
    'file',
    'file',
  ]);
});

describe('a signed address', () => {
  const now = 1_000_000_000;
  it('is renewed before it ends', () => {
    expect(stillOpens(`/uploads/x?expires=${now / 1_000 + 600}&signature=y`, now)).toBe(true);
    expect(stillOpens(`/uploads/x?expires=${now / 1_000 + 20}&signature=y`, now)).toBe(false);
    expect(stillOpens(`/uploads/x?expires=${now / 1_000 - 5}&signature=y`, now)).toBe(false);
  });
  it('without an end stays', () => expect(stillOpens('blob:x', now)).toBe(true));
});
