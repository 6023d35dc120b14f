/**
 * What was trained before is not trained again: a draft that was tried out and is then published, an answer that is
 * reworded, bots that still have the examples of their template. Equal is what training reads, and nothing else.
 */
import { createHash } from 'node:crypto';
import type { Classifier } from '../engine/classifier.ts';
import { type TrainingInput, whatCounts } from '../engine/learn.ts';
import type { Trainer } from './trainer.ts';

/** Held though nobody answers with them: a draft that is tried out is often published soon. */
const KEPT = 4;

/** The trainer that asks `trainer` for what it does not know. */
export function rememberingTrainer(trainer: Trainer): Trainer {
  const training = new Map<string, Promise<Classifier>>();
  /** As long as some bot answers with them. */
  const trained = new Map<string, WeakRef<Classifier>>();
  const kept = new Map<string, Classifier>();

  function keep(key: string, classifier: Classifier): void {
    for (const [old, reference] of trained) if (!reference.deref()) trained.delete(old);
    trained.set(key, new WeakRef(classifier));
    kept.delete(key);
    kept.set(key, classifier);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
  }

  return {
    async train(model, botId) {
      const key = keyOf(model);
      const known = trained.get(key)?.deref();
      if (known) {
        keep(key, known);
        return known;
      }
      const running = training.get(key);
      if (running) return running;
      const making = trainer
        .train(model, botId)
        .then((classifier) => {
          keep(key, classifier);
          return classifier;
        })
        .finally(() => training.delete(key));
      training.set(key, making);
      return making;
    },
    stop: () => trainer.stop(),
  };
}

function keyOf(model: TrainingInput): string {
  return createHash('sha256')
    .update(JSON.stringify(whatCounts(model)))
    .digest('base64');
}
