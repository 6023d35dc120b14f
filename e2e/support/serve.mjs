/**
 * The built server in a process of its own, so that a test can kill it. Its parent may ask how many sockets each
 * person has: that the tabs of one browser share one socket is a promise that only the server can count.
 */

// By address, not by import: the build does not exist yet when the sources are checked.
const built = new URL('../../dist/server/', import.meta.url);
const { readConfig } = await import(new URL('platform/config.js', built).href);
const { startServer } = await import(new URL('start-server.js', built).href);

// Another build of the client, when a test prepared one.
const client = process.env.TEST_CLIENT_DIR;
const server = await startServer({
  config: readConfig(process.env),
  ...(client ? { pages: { clientFolder: client } } : {}),
});
process.on('message', async (question) => {
  if (question !== 'sockets') return;
  const sockets = await server.app.realtime.namespace('/').fetchSockets();
  process.send?.({ sockets: sockets.map((socket) => socket.handshake.auth.uid) });
});
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ ready: server.url });
