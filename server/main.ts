/** The process: reads the settings, starts the server, says where it is, ends on a signal. */
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { DEMO_HINT } from './seed/index.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** docs/protocol.md promises the end within 10 s of the signal. Milliseconds. */
const END_AT_LATEST = 9_000;
/**
 * Where other processes can take over, a balancer first hears that this one ends: two looks of a health check each
 * second (deploy/Caddyfile) and a half. Milliseconds.
 */
const NOTICE = 2_500;

function greet(server: RunningServer): string {
  const { config } = server.app;
  // PORT=0 asks for any free port; the settings could not know which.
  const home = config.port === 0 ? server.url : config.publicUrl;
  const lines = [`${config.product.name} está en ${home}`];
  if (server.demo) {
    lines.push('', `Cuentas de demostración (contraseña: ${DEMO_HINT.password}):`);
    lines.push(...DEMO_HINT.accounts.map((email) => `  ${email}`));
    if (DEMO_HINT.bot) {
      const { id, token } = DEMO_HINT.bot;
      const address = `${home}/preview_bot/${id}?token=${encodeURIComponent(token)}`;
      lines.push('', `Vista previa del chat como cliente: ${address}`);
    }
  }
  return `\n${lines.join('\n')}\n`;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.production ? 'info' : 'warn');
  const server = await startServer({ config, log });

  let ending = false;
  const end = (code: number, noticeMs = 0) => {
    // A second signal means: now.
    if (ending) process.exit(code || 130);
    ending = true;
    setTimeout(() => process.exit(code), END_AT_LATEST).unref();
    server.close(noticeMs).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'Ending failed');
        process.exit(code);
      },
    );
  };
  const notice = config.redisUrl === null ? 0 : NOTICE;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0, notice));
  server.app.db.onLost((error) => {
    log.fatal({ err: error }, 'The database is gone');
    end(1);
  });
  const broken = (error: unknown) => {
    log.fatal({ err: error }, 'An error that nobody handled');
    end(1);
  };
  process.on('uncaughtException', broken);
  process.on('unhandledRejection', broken);
  // Last: a program that waits for these lines may send a signal at once.
  console.log(greet(server));
}

main().catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message);
  else console.error('No se pudo iniciar el servidor:', error);
  process.exit(1);
});
