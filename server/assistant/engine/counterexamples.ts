import foreign from './foreign.json' with { type: 'json' };
import few from './foreign-few.json' with { type: 'json' };

/**
 * What people write to any bot that no bot of ours answers: one more class for the classifier, never an answer.
 * An owner's own counterexamples (`BotModel.counterexamples`) come on top.
 */
export const fewCounterexamples: readonly string[] = few;

/** The same and many more, for bots of many examples; those of few would be outweighed by them. */
export const generalCounterexamples: readonly string[] = [...foreign, ...few];
