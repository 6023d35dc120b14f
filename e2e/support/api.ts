/** Somebody's calls without a browser: what is changed while the people of a test look elsewhere. */
import { CREDENTIAL_HEADERS } from '../../contract/services.ts';
import { PASSWORD } from './enter.ts';

export class Api {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  private constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  static async signIn(url: string, email: string): Promise<Api> {
    const answer = await fetch(`${url}/svc/main/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-version': 'v1' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${email} was not let in: ${answer.status}`);
    return new Api(
      url,
      Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, answer.headers.get(name) ?? ''])),
    );
  }

  /** @throws Error on anything but success */
  async call<A>(method: string, path: string, body?: object): Promise<A> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, 'accept-version': 'v1', 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as A;
  }

  /** The id of a person's link to a bot. */
  async linkOf(name: string, bot: number): Promise<number> {
    const agents = await this.call<{ name: string; relation_id: number }[]>(
      'GET',
      `/svc/main/userbot/resume_agents_for_bot/${bot}`,
    );
    const row = agents.find((agent) => agent.name === name);
    if (!row) throw new Error(`${name} does not work at ${bot}`);
    return row.relation_id;
  }

  change(conversation: string, change: object): Promise<unknown> {
    return this.call('PUT', `/svc/conversations/conversations/${conversation}`, change);
  }
}
