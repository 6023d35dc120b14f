/** The thread that trains: one message is one model, one answer is what was learned from it. */
import { parentPort } from 'node:worker_threads';
import { learn } from '../engine/learn.ts';
import type { TrainAnswer, TrainRequest } from './trainer.ts';

parentPort?.on('message', ({ id, model }: TrainRequest) => {
  const trained = learn(model);
  const answer: TrainAnswer = { id, trained };
  parentPort?.postMessage(answer, [trained.table.buffer, trained.bias.buffer, trained.rarity.buffer]);
});
