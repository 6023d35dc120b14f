/** Calls to the server as the signed-in person; a 401 ends the session. */
import type { Call } from '../../../contract/calls/call.ts';
import type { Credentials } from '../../../contract/entities/user.ts';
import type { Product } from '../../../contract/services.ts';
import {
  type CallAnswer,
  CallError,
  type CallInput,
  callService,
  type ServiceAnswer,
} from '../../shared/call-service.ts';
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

export class PersonCalls {
  /** Whose calls they are; the same person may sign in again. */
  session: HubSession;
  readonly clockSkew = new ClockSkew();
  readonly #host: CallsHost;
  #ended = false;

  constructor(host: CallsHost, session: HubSession) {
    this.#host = host;
    this.session = session;
  }

  /** Makes a call as this person. @throws CallError; a 401 ends the session first */
  async call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>> {
    const { platform, product } = this.#host;
    const { bases } = this.session;
    const asked = platform.clock.now();
    const answer = await this.#asMe((credentials) =>
      callService(call, input, { credentials, bases, product, fetch: platform.fetch }),
    );
    if (this.clockSkew.note(asked, platform.clock.now(), answer.headers)) this.#host.skewChanged();
    return answer;
  }

  /** Uploads a file under its key. @returns the server's id @throws CallError */
  upload(file: FileUpload): Promise<string> {
    return this.#asMe((credentials) => uploadFile(this.#host.platform.upload, file, credentials));
  }

  /** The session is over: a 401 says nothing new. */
  end(): void {
    this.#ended = true;
  }

  async #asMe<T>(ask: (credentials: Credentials) => Promise<T>): Promise<T> {
    const { credentials } = this.session;
    try {
      return await ask(credentials);
    } catch (error) {
      const ours = credentials['access-token'] === this.session.credentials['access-token'];
      if (error instanceof CallError && error.status === 401 && ours && !this.#ended)
        this.#host.unauthorized();
      throw error;
    }
  }
}
