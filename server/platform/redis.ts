/**
 * Redis between several processes (REDIS_URL): hints, unlogged events and shared limits travel over it, nothing that
 * must survive lives in it. While it is away the processes go on by the database alone, with rounds of 5 s instead of
 * hints, and limits count per process.
 */
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';

/** Milliseconds to the first answer at start. */
const FIRST_ANSWER = 10_000;
/** Milliseconds between attempts after it went away. */
const LONGEST_WAIT = 1_000;
/** What waits for it while it is away; more is refused, as a hint that is old is worth nothing. */
const WAITING = 1_000;

export type RedisClient = Awaited<ReturnType<typeof clientOf>>;

/** Its library is some six hundred files, which a process by itself never needs. */
async function clientOf(url: string) {
  const { createClient } = await import('redis');
  return createClient({
    url,
    RESP: 2,
    commandsQueueMaxLength: WAITING,
    socket: {
      connectTimeout: FIRST_ANSWER,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 6), LONGEST_WAIT),
    },
  });
}

/**
 * Connects, and stays connected as well as it can. Throws `StartError` when nobody answers at start.
 * @param url redis:// or rediss://
 */
export async function openRedis(url: string, log: Logger): Promise<RedisClient> {
  const client = await clientOf(url);
  const { hostname, port } = new URL(url);
  let away = false;
  client.on('error', (error: unknown) => {
    if (!away) log.error({ err: error }, 'Redis is away: the processes go on by the database alone');
    away = true;
  });
  client.on('ready', () => {
    if (away) log.warn('Redis is back');
    away = false;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), FIRST_ANSWER);
  });
  try {
    await Promise.race([client.connect(), late]);
  } catch (error) {
    client.destroy();
    const place = `${hostname}:${port || '6379'}`;
    throw new StartError(
      `Redis en ${place} no responde: revisa REDIS_URL y que el servicio esté en marcha.`,
      {
        cause: error,
      },
    );
  } finally {
    clearTimeout(timer);
  }
  return client;
}
