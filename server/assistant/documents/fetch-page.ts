/** A page of the web as a document: every hop is judged by itself, so that no redirect leads inwards. */
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { NotPublic } from '../../platform/outbound/public-address.ts';
import { readBody, requestOutside, TooLong } from '../../platform/outbound/request.ts';
import { DocumentFault } from './parse/fault.ts';

export interface FetchedPage {
  bytes: Buffer;
  /** Its content type, which the reader takes for its name; of an unknown one the address. */
  name: string;
}

const MOVED = [301, 302, 303, 307, 308];

/** @throws DocumentFault; what `signal` says when it was ended */
export async function fetchPage(
  address: string,
  {
    trusted,
    signal,
    time = DOCUMENT_LIMITS.urlTime,
  }: { trusted: readonly string[]; signal: AbortSignal; time?: number },
): Promise<FetchedPage> {
  const inTime = AbortSignal.timeout(time);
  const both = AbortSignal.any([signal, inTime]);
  let url = address;
  try {
    for (let hop = 0; hop <= DOCUMENT_LIMITS.redirects; hop++) {
      const response = await requestOutside({
        url,
        method: 'GET',
        headers: {
          accept: 'text/html,application/pdf,text/plain,text/csv,*/*;q=0.5',
          'accept-encoding': 'identity',
          'user-agent': 'CharlaDocumentos/1.0',
        },
        signal: both,
        trusted,
      });
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (MOVED.includes(status) && location) {
        response.destroy();
        url = new URL(location, url).href;
        continue;
      }
      if (status !== 200) {
        response.destroy();
        throw new DocumentFault(`La página respondió con el código ${status}. Revisa la dirección.`);
      }
      const encoding = response.headers['content-encoding'];
      if (encoding && encoding !== 'identity') {
        response.destroy();
        throw new DocumentFault('La página llega comprimida de una forma que no pedimos.');
      }
      const bytes = await readBody(response, DOCUMENT_LIMITS.urlBytes);
      const type = response.headers['content-type'] ?? '';
      return { bytes, name: /^(text|application\/xhtml)/.test(type) ? type : new URL(url).pathname };
    }
    throw new DocumentFault('La página redirige demasiadas veces.');
  } catch (error) {
    throw inWords(error, signal, inTime);
  }
}

function inWords(error: unknown, signal: AbortSignal, inTime: AbortSignal): unknown {
  if (error instanceof DocumentFault || signal.aborted) return error;
  if (inTime.aborted) return new DocumentFault('La página no respondió a tiempo. Inténtalo más tarde.');
  if (error instanceof NotPublic)
    return new DocumentFault('La dirección lleva a una red privada. Usa una página pública con https://.');
  if (error instanceof TooLong) {
    const most = (DOCUMENT_LIMITS.urlBytes / 1_000_000).toLocaleString('es-CL');
    return new DocumentFault(`La página supera el máximo de ${most} MB.`);
  }
  return new DocumentFault('No pudimos conectar con la página. Revisa la dirección.', { cause: error });
}
