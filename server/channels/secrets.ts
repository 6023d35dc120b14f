/**
 * The app secrets and verify tokens of the connected channels, unsealed once and kept while their connections stay as
 * they are: a webhook is judged by them before anything of it is read.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Provider } from '../../contract/entities/connection.ts';
import { type ConnectionRow, connectionColumns, openCredentials } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';

export interface Known {
  id: string;
  account: string;
  parent: string | null;
  appSecret: string;
  verifyToken: string;
}

/** Bytes that one request may cost in hashing: more secrets than that are tried for small bodies alone. */
const HASHED_MOST = 100_000_000;

/** The hash that a signature says; null: it is none. */
export const hashOf = (signature: unknown): string | null =>
  /^sha256=([0-9a-f]{64})$/.exec(String(signature ?? ''))?.[1] ?? null;

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

export class ChannelSecrets {
  readonly #app: App;
  readonly #known = new Map<Provider, { stamp: string; list: Known[] }>();

  constructor(app: App) {
    this.#app = app;
  }

  /** The provider's connections, with their secrets. */
  async of(provider: Provider): Promise<Known[]> {
    const [head] = await this.#app.db.query<{ stamp: string }>(sql`
      select count(*) || ' ' || coalesce(max(updated_at)::text, '') as stamp from connections
      where provider = ${provider}`);
    const stamp = head?.stamp ?? '';
    const kept = this.#known.get(provider);
    if (kept?.stamp === stamp) return kept.list;
    const rows = await this.#app.db.query<ConnectionRow>(sql`
      select ${connectionColumns} from connections c where c.provider = ${provider} order by c.created_at, c.id`);
    const list = rows.map((row): Known => {
      const { app_secret = '', verify_token = '' } = openCredentials(this.#app, row);
      return {
        id: row.id,
        account: row.account,
        parent: row.parent,
        appSecret: app_secret,
        verifyToken: verify_token,
      };
    });
    this.#known.set(provider, { stamp, list });
    return list;
  }

  /** The connections whose own secret signed the body; none: it is nobody's. */
  async verifiedBy(provider: Provider, body: Buffer, signature: unknown): Promise<string[]> {
    const given = hashOf(signature);
    if (given === null) return [];
    const wanted = Buffer.from(given, 'hex');
    const list = await this.of(provider);
    const secrets = new Set(this.#namedFirst(list, body).map(({ appSecret }) => appSecret));
    let left = HASHED_MOST;
    for (const secret of secrets) {
      if (left <= 0 || secret === '') break;
      left -= body.length;
      if (same(createHmac('sha256', secret).update(body).digest(), wanted))
        return list.filter(({ appSecret }) => appSecret === secret).map(({ id }) => id);
    }
    return [];
  }

  /** Those first whose account the body seems to name: of many secrets one has to be tried. */
  #namedFirst(list: readonly Known[], body: Buffer): Known[] {
    if (list.length < 2) return [...list];
    const names = ({ account, parent }: Known) =>
      body.includes(`"${account}"`) || (parent !== null && body.includes(`"${parent}"`));
    const [named, others] = [list.filter(names), list.filter((one) => !names(one))];
    return [...named, ...others];
  }

  /** Whether a connection of the provider has this verify token. */
  async knowsToken(provider: Provider, token: unknown): Promise<boolean> {
    const given = Buffer.from(String(token ?? ''));
    const list = await this.of(provider);
    return list.some(({ verifyToken }) => verifyToken !== '' && same(Buffer.from(verifyToken), given));
  }
}
