/**
 * What a first visit shows, asked for with its tab's first word. A hub asks nothing before it holds its own lock and the
 * person's and has heard that there is no log of the bot: three ways through the browser's busiest process, one after
 * the other. The tab of a first visit knows that there is none; so what is asked for then is asked for now. Whoever asks
 * the same soon after takes the answer; nothing is shown or written by it.
 */
import type { Call } from '../../../contract/calls/call.ts';
import type { CallAnswer, CallInput, ServiceAnswer } from '../../shared/rest-client.ts';
import { firstListQuestion } from '../pages/page-loader.ts';
import type { HubPlatform } from '../platform/platform.ts';
import { baseQuestion } from '../room/bot-room.ts';
import type { FirstWord } from '../surface/session.ts';
import { PersonCalls } from './calls.ts';

/** An answer that nobody has taken by then (ms) is not asked for any more. */
const KEPT = 5_000;

type Answer = Promise<ServiceAnswer<unknown> | null>;

/** Answers that were asked for before there was anybody to take them. */
export class FirstAsks {
  readonly #platform: HubPlatform;
  readonly #answers = new Map<string, Answer>();
  #token: string | null = null;

  constructor(platform: HubPlatform) {
    this.#platform = platform;
  }

  /** Asks for the bot's counters and for the first pages of its lists. */
  ask({ session, product, ahead: { botId, topics } }: FirstWord): void {
    this.forget();
    this.#token = session.credentials['access-token'];
    // What is refused is asked for again by who needs it, and the refusal is heard there.
    const nobody = () => undefined;
    const calls = new PersonCalls(
      { platform: this.#platform, product, unauthorized: nobody, skewChanged: nobody },
      session,
    );
    const begin = <C extends Call>({ call, input }: { call: C; input: CallInput<C> }) => {
      this.#answers.set(
        keyOf(call, input),
        calls.call(call, input).catch(() => null),
      );
    };
    begin(baseQuestion(botId));
    for (const topic of topics)
      if (topic.kind === 'list' && topic.botId === botId) begin(firstListQuestion(topic));
    this.#platform.clock.setTimeout(() => this.forget(), KEPT);
  }

  /** The answer to this very question, once; null: it was not asked, or its answer was a refusal. */
  async take<C extends Call>(
    token: string,
    call: C,
    input: CallInput<C>,
  ): Promise<ServiceAnswer<CallAnswer<C>> | null> {
    if (this.#answers.size === 0 || token !== this.#token) return null;
    const key = keyOf(call, input);
    const answer = this.#answers.get(key);
    if (!answer) return null;
    this.#answers.delete(key);
    return (await answer) as ServiceAnswer<CallAnswer<C>> | null;
  }

  /** Nobody takes any of it: the session is over, or it has grown old. */
  forget(): void {
    this.#answers.clear();
    this.#token = null;
  }
}

const keyOf = (call: Call, input: unknown): string => `${call.service}${call.path} ${JSON.stringify(input)}`;
