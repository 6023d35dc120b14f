/** The person whose tabs are measured: the administrator of the demo data, who sees everything. */

import { conversationCalls } from '../../contract/calls/conversations.ts';
import { signInCalls } from '../../contract/calls/sign-in.ts';
import type { Message } from '../../contract/entities/message.ts';
import { type Credentials, credentials, type User } from '../../contract/entities/user.ts';
import { LIMITS } from '../../contract/limits.ts';
import { CREDENTIAL_HEADERS, SERVICE_BASES } from '../../contract/services.ts';
import { DEMO_PASSWORD } from '../../server/platform/demo/cast.ts';
import type { Reader } from './visitors.ts';

export class Administrator implements Reader {
  readonly #url: string;
  readonly session: { credentials: Credentials; user: User };

  private constructor(url: string, session: Administrator['session']) {
    this.#url = url;
    this.session = session;
  }

  static async signIn(url: string): Promise<Administrator> {
    const response = await fetch(`${url}${SERVICE_BASES.main}/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-version': 'v1' },
      body: JSON.stringify({ email: 'admin@charla.test', password: DEMO_PASSWORD }),
    });
    if (!response.ok) throw new Error(`Signing in answered ${response.status}`);
    const { data: user } = signInCalls.signIn.answer.parse(await response.json());
    const headers = CREDENTIAL_HEADERS.map((name) => [name, response.headers.get(name)]);
    return new Administrator(url, { credentials: credentials.parse(Object.fromEntries(headers)), user });
  }

  async messages(conversationId: string): Promise<Message[]> {
    const path = `/session_logs/by_conversation_id/${conversationId}?items=${LIMITS.pageItems}`;
    const response = await fetch(`${this.#url}${SERVICE_BASES.conversations}${path}`, {
      headers: { ...this.session.credentials, 'accept-version': 'v1' },
    });
    if (!response.ok) throw new Error(`Reading messages answered ${response.status}`);
    return conversationCalls.messages.answer.parse(await response.json());
  }
}
