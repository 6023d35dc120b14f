import { expect, it } from 'vitest';
import {
  moveUpload,
  NO_UPLOAD,
  type ProductUpload,
  triggerOf,
  UPLOAD_MOVES,
  UPLOAD_STATES,
  UPLOAD_TRIGGERS,
  type UploadTrigger,
} from './moves.ts';

type Step = number | Exclude<UploadTrigger, 'progress' | 'complete'>;
const after = (...steps: Step[]): ProductUpload =>
  steps.reduce<ProductUpload>(
    (upload, step) =>
      typeof step === 'number' ? moveUpload(upload, triggerOf(step), step) : moveUpload(upload, step),
    NO_UPLOAD,
  );

it('UPLOAD-1 has an answer for every state and trigger', () => {
  for (const state of UPLOAD_STATES)
    expect(Object.keys(UPLOAD_MOVES[state]).sort()).toEqual([...UPLOAD_TRIGGERS].sort());
});
it('UPLOAD-2 shows a bar that only grows, and trains at 100', () => {
  expect(after(10, 40.7)).toEqual({ state: 'loading', progress: 40 });
  expect(after(40, 30)).toEqual({ state: 'loading', progress: 40 });
  expect(after(-5)).toEqual({ state: 'loading', progress: 0 });
  expect(after(40, 100)).toEqual({ state: 'training', progress: 100 });
  expect(after(100)).toEqual({ state: 'training', progress: 100 });
});
it('UPLOAD-3 says loaded once the training had its time, until it is acknowledged', () => {
  expect(after(100, 'acknowledged').state).toBe('training');
  expect(after(100, 'settled', 100, 'settled').state).toBe('loaded');
  expect(after(100, 'settled', 'acknowledged')).toEqual(NO_UPLOAD);
  expect(after('settled')).toEqual(NO_UPLOAD);
});
it('UPLOAD-4 begins again from any state, and forgets a loader that died', () => {
  for (const steps of [[], [50], [100], [100, 'settled']] as Step[][])
    expect(after(...steps, 3)).toMatchObject({ state: 'loading' });
  expect(after(100, 'settled', 3)).toEqual({ state: 'loading', progress: 3 });
  expect(after(50, 'silence')).toEqual(NO_UPLOAD);
});
it('UPLOAD-5 recalls what nobody has seen, never over an upload under way', () => {
  expect(after('recalled')).toMatchObject({ state: 'loaded' });
  expect(after('recalled', 'acknowledged')).toEqual(NO_UPLOAD);
  expect(after(40, 'recalled')).toEqual({ state: 'loading', progress: 40 });
  expect(after(100, 'recalled').state).toBe('training');
});
