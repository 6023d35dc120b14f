/** The little that the playground's servers need of HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The body of a request, whole. */
export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The JSON of a request; an empty object for anything else. */
export async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse((await bytesOf(request)).toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    // What is no JSON names nothing: the route then answers what is missing.
    return {};
  }
}

export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  return response.end(JSON.stringify(body));
}

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Serves on this machine alone. @param port 0: a free one */
export async function listen(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    handle(request, response, new URL(request.url ?? '/', 'http://playground')).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else answer(response, 500, { error: { message: 'The playground failed', code: 1 } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
