/** Opens the port, and says in one line why it can't be opened. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Throws `StartError` when port or host can't be had. */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT=${port + 1}.`,
      EACCES: `No hay permiso para abrir el puerto ${port}. Elige uno mayor que 1023 con PORT.`,
      EADDRNOTAVAIL: `HOST (${host}) no es una dirección de esta máquina.`,
      ENOTFOUND: `HOST (${host}) no existe.`,
      EAI_AGAIN: `HOST (${host}) no se pudo resolver.`,
    };
    const reason = code === undefined ? undefined : reasons[code];
    throw reason === undefined ? error : new StartError(reason);
  }
}
