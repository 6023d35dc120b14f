/** The image and the compose file hand the server every setting that it knows: one that is missing there is no setting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../server/platform/config.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('each setting is in the image or is handed on', () => {
  const image = [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)];
  const common =
    /^x-server:.*?^ {2}environment:\n(.*?)^ {2}\w/ms.exec(read('deploy/compose.yaml'))?.[1] ?? '';
  const handed = [...common.matchAll(/^ {4}(\w+):/gm)];
  expect([...image, ...handed].map(([, name]) => name).sort()).toEqual([...SETTINGS].sort());
});

it('the builder gets neither secrets nor what it makes itself', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['**/.env', '**/node_modules', 'dist', '.data', '.git']),
  );
});
