/** `fetch` by XMLHttpRequest, which alone tells how much of a body has left. */

/** @param moved told the bytes that have left, of all */
export type ProgressFetch = (moved: (sent: number, total: number) => void) => typeof globalThis.fetch;

/** Answers that have no body. */
const BODILESS = new Set([204, 205, 304]);

export const progressFetch: ProgressFetch = (moved) => (input, init) =>
  new Promise((resolve, reject) => {
    const signal = init?.signal;
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => moved(loaded, total);
    request.onload = () =>
      resolve(
        new Response(BODILESS.has(request.status) ? null : request.responseText, {
          status: request.status,
          headers: headersOf(request),
        }),
      );
    request.onerror = () => reject(new TypeError('The upload got no answer'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.open(init?.method ?? 'GET', String(input));
    for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
    request.send(init?.body as XMLHttpRequestBodyInit);
  });

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
