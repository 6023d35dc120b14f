/** Calls to the server as the signed-in person; a 401 ends the session. */
import type { Call } from '../../../contract/calls/call.ts';
import type { Product } from '../../../contract/services.ts';
import {
  type CallAnswer,
  type CallInput,
  type RestClient,
  restClient,
  type ServiceAnswer,
} from '../../shared/rest-client.ts';
import { ClockSkew } from '../connection/clock-skew.ts';
import type { FileUpload } from '../outbox/flight.ts';
import { uploadFile } from '../outbox/upload-file.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { HubSession } from '../surface/session.ts';

interface CallsHost {
  platform: HubPlatform;
  product: Product;
  /** The session is over. */
  unauthorized(): void;
  /** This machine's clock stands otherwise to the server's than was known. */
  skewChanged(): void;
}

/** Calls to the server in this person's name. */
export class PersonCalls {
  /** Whose calls they are; the same person may sign in again. */
  session: HubSession;
  readonly clockSkew = new ClockSkew();
  readonly #host: CallsHost;
  readonly #client: RestClient;
  #ended = false;

  constructor(host: CallsHost, session: HubSession) {
    this.#host = host;
    this.session = session;
    const { platform, product } = host;
    this.#client = restClient({
      credentials: () => this.session.credentials,
      product: () => product,
      bases: () => this.session.bases,
      unauthorized: () => {
        if (!this.#ended) host.unauthorized();
      },
      fetch: platform.fetch,
      progressFetch: platform.progressFetch,
    });
  }

  /** Makes a call as this person. @throws ApiError; a 401 ends the session first */
  async call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>> {
    const { clock } = this.#host.platform;
    const asked = clock.now();
    const answer = await this.#client.call(call, input);
    if (this.clockSkew.note(asked, clock.now(), answer.headers)) this.#host.skewChanged();
    return answer;
  }

  /** Uploads a file under its key. @returns the server's id @throws ApiError */
  upload(file: FileUpload): Promise<string> {
    return uploadFile(this.#client, file);
  }

  /** The session is over: a 401 says nothing new. */
  end(): void {
    this.#ended = true;
  }
}
