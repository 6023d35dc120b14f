/**
 * `npm run simulate -- --bot 64 --visitors 50`: real visitors through the public socket, with a progress line.
 * Each one greets, asks, presses buttons; some ask for a person and wait. Ends by itself; Ctrl+C ends it sooner.
 */
import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { parsedUrl } from '../contract/parsed-url.ts';
import { STORIES } from '../server/inbox/demo/stories.ts';
import { chance } from '../server/platform/demo/random.ts';
import { runVisitor, type VisitorTally } from './simulate/visitor.ts';

const USAGE = `Uso: npm run simulate -- --bot 64 --visitors 50 [--url http://127.0.0.1:3000] [--token …] [--pace 1500] [--together 50] [--seed 1]
  --bot       número del chatbot
  --visitors  cuántos visitantes escriben en total
  --together  cuántos a la vez como máximo (por defecto, todos)
  --pace      milisegundos entre los mensajes de un visitante, en promedio
  --token     token público del chatbot (por defecto, el de los datos de demostración)`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      bot: { type: 'string', default: '64' },
      visitors: { type: 'string', default: '50' },
      together: { type: 'string' },
      pace: { type: 'string', default: '1500' },
      url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT ?? 3000}` },
      token: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const number = (name: string, text: string, low: number, high: number) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < low || value > high) {
      throw new Error(`--${name} debe ser un número entre ${low} y ${high}`);
    }
    return value;
  };
  const bot = number('bot', values.bot, 1, 2_147_483_647);
  const visitors = number('visitors', values.visitors, 1, 10_000);
  if (!parsedUrl(values.url))
    throw new Error('--url debe ser una dirección, por ejemplo http://127.0.0.1:3000');
  return {
    bot,
    visitors,
    together: number('together', values.together ?? String(visitors), 1, 10_000),
    pace: number('pace', values.pace, 0, 600_000),
    url: values.url,
    token: values.token ?? `demo-bot-token-${bot}`,
    seed: number('seed', values.seed, 0, 4_294_967_295),
  };
}

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  const tally: VisitorTally = {
    connected: 0,
    sent: 0,
    acknowledged: 0,
    received: 0,
    handedOff: 0,
    done: 0,
    failed: [],
  };
  const stop = new AbortController();
  // Every visitor listens.
  setMaxListeners(0, stop.signal);
  process.once('SIGINT', () => stop.abort());
  const begun = Date.now();
  const line = () => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    return `${tally.done}/${options.visitors} visitantes · ${tally.acknowledged} mensajes confirmados · ${tally.received} recibidos · ${tally.handedOff} esperan a una persona · ${tally.failed.length} fallas · ${seconds} s`;
  };
  const show = () => process.stdout.write(process.stdout.isTTY ? `\r\x1b[2K${line()}` : `${line()}\n`);
  const progress = setInterval(show, process.stdout.isTTY ? 250 : 2_000);

  let next = 0;
  const worker = async () => {
    while (next < options.visitors && !stop.signal.aborted) {
      const index = next++;
      const random = chance(options.seed + index);
      await runVisitor({
        ...options,
        index,
        random,
        story: random.pick(STORIES),
        tally,
        signal: stop.signal,
      });
      tally.done += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.together, options.visitors) }, worker));
  clearInterval(progress);
  show();
  if (process.stdout.isTTY) process.stdout.write('\n');
  for (const reason of new Set(tally.failed)) console.error(`Falla: ${reason}`);
  return tally.failed.length > 0 ? 1 : 0;
}

process.exitCode = await main();
