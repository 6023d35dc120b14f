/** A page and an account of Instagram as connections: what a person types, and what makes them usable. */
import * as z from 'zod/mini';
import type { ProviderPort } from '../../connections/provider.ts';
import type { App } from '../../platform/app.ts';
import { Graph, GraphFault } from '../graph.ts';
import { failWaiting } from '../send-status.ts';
import { baseOf } from './platform.ts';
import { scheduleToken } from './token.ts';

const graphId = (name: string) =>
  z.string().check(z.regex(/^\d{3,32}$/, `${name} debe tener solo números, como lo muestra Meta.`));
const secret = (name: string) => z.string().check(z.minLength(6, `Falta ${name}.`), z.maxLength(2000));
const secrets = {
  access_token: secret('el token de acceso'),
  app_secret: secret('el secreto de la app'),
  verify_token: secret('el token de verificación'),
};

const messengerCredentials = z.object({ page_id: graphId('El identificador de la página'), ...secrets });
const instagramCredentials = z.object({
  account_id: graphId('El identificador de la cuenta'),
  ...secrets,
});

/** Without these a connection is deaf. */
const PAGE_FIELDS =
  'messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions';
const INSTAGRAM_FIELDS = 'messages,messaging_postbacks,messaging_seen,message_reactions';
/** What not every app may have. */
const MORE_FIELDS: Record<'messenger' | 'instagram', string> = {
  messenger: 'messaging_referrals,message_edits,standby',
  instagram: 'messaging_referral,message_edit',
};

const word = z.optional(z.nullable(z.coerce.string()));
const page = z.looseObject({ name: word });
const linked = z.looseObject({
  instagram_business_account: z.optional(z.looseObject({ id: word, username: word })),
});
const account = z.looseObject({ user_id: word, username: word, name: word });

const REMOVED = 'No salió: la cuenta por la que iba a salir se quitó del chatbot.';

/** Asked besides: a refusal takes something away and breaks nothing. */
async function maybe<T>(app: App, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    app.log.info({ code: error.code, detail: error.message }, 'A further call of a check was refused');
    return null;
  }
}

/** @returns whether the webhooks come with everything that there is */
async function subscribe(
  app: App,
  graph: Graph,
  id: string,
  channel: 'messenger' | 'instagram',
): Promise<boolean> {
  const fields = channel === 'messenger' ? PAGE_FIELDS : INSTAGRAM_FIELDS;
  const path = `/${id}/subscribed_apps`;
  await graph.call(path, { method: 'POST', query: { subscribed_fields: fields } });
  const all = { subscribed_fields: `${fields},${MORE_FIELDS[channel]}` };
  return (await maybe(app, () => graph.call(path, { method: 'POST', query: all }))) !== null;
}

/** A page: it is there, its webhooks come to us; the account of Instagram that hangs on it is asked for besides. */
export const messengerProvider = (app: App): ProviderPort<z.infer<typeof messengerCredentials>> => ({
  credentials: messengerCredentials,
  account: ({ page_id }) => ({ account: page_id, parent: null }),
  removing: (tx, connection) => failWaiting(tx, app, connection.id, REMOVED),
  async check({ page_id, access_token }) {
    const graph = new Graph(app, access_token, baseOf(app, 'messenger'));
    const said = page.safeParse(await graph.call(`/${page_id}`, { query: { fields: 'name' } }));
    const edits = await subscribe(app, graph, page_id, 'messenger');
    const fields = 'instagram_business_account{id,username}';
    const other = linked.safeParse(await maybe(app, () => graph.call(`/${page_id}`, { query: { fields } })));
    const instagram = other.success ? other.data.instagram_business_account : undefined;
    const name = (said.success ? said.data.name : null) ?? page_id;
    return {
      name,
      capabilities: { messages: true, webhooks: true, edits },
      facts: { page: name, instagram_id: instagram?.id ?? null, instagram: instagram?.username ?? null },
    };
  },
});

/** An account of Instagram with a login of its own. Webhooks name it by `user_id`, which need not be what was typed. */
export const instagramProvider = (app: App): ProviderPort<z.infer<typeof instagramCredentials>> => ({
  credentials: instagramCredentials,
  account: ({ account_id }) => ({ account: account_id, parent: null }),
  connected: (tx, connection) => scheduleToken(tx, app, connection),
  removing: (tx, connection) => failWaiting(tx, app, connection.id, REMOVED),
  async check({ account_id, access_token }) {
    const graph = new Graph(app, access_token, baseOf(app, 'instagram'));
    const fields = 'id,user_id,username,name';
    const said = account.safeParse(await graph.call(`/${account_id}`, { query: { fields } }));
    const facts: Partial<z.infer<typeof account>> = said.success ? said.data : {};
    const edits = await subscribe(app, graph, account_id, 'instagram');
    return {
      name: facts.username ? `@${facts.username}` : (facts.name ?? account_id),
      alias: facts.user_id ?? null,
      capabilities: { messages: true, webhooks: true, edits },
      facts: { username: facts.username ?? null, instagram_id: facts.user_id ?? account_id },
    };
  },
});
