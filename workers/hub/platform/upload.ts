/** A file's way to the server in a browser: the one request that tells how far it got (fetch does not). */
import { LIMITS } from '../../../contract/limits.ts';
import type { Upload } from './platform.ts';

/** Rejects with a TypeError when no byte moves for as long as an answer may take, as fetch does without a network. */
export const upload: Upload = ({ url, headers, form, signal, progress }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      clearTimeout(patience);
      patience = setTimeout(() => request.abort(), LIMITS.requestTimeout);
    };
    const stop = () => request.abort();
    request.upload.onprogress = (event) => {
      moved();
      progress(event.loaded, event.total);
    };
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new TypeError('The upload got no answer'));
    request.onabort = () => reject(signal.aborted ? signal.reason : new TypeError('The upload got stuck'));
    request.onloadend = () => {
      clearTimeout(patience);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    moved();
    request.send(form);
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn('The upload was answered with something else than JSON', error);
    return undefined;
  }
}
