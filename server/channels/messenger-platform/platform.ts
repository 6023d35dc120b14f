/** What Messenger and Instagram share: Meta's Messenger Platform, at the address and with the account of each. */
import type { Provider } from '../../../contract/entities/connection.ts';
import { type ConnectionRow, openCredentials } from '../../connections/connection-row.ts';
import type { App } from '../../platform/app.ts';
import { Graph } from '../graph.ts';

export type MessagingChannel = 'messenger' | 'instagram';

/** Where the Graph of a channel is, with its version. */
export const baseOf = (app: Pick<App, 'config'>, provider: Provider): string =>
  provider === 'instagram' ? app.config.instagramGraphBaseUrl : app.config.graphBaseUrl;

/** The Graph of a connection, with its token, and the account by which it speaks there. */
export function graphOf(
  app: App,
  connection: Pick<ConnectionRow, 'provider' | 'account' | 'credentials'>,
): { graph: Graph; account: string } {
  const { access_token = '' } = openCredentials(app, connection);
  return {
    graph: new Graph(app, access_token, baseOf(app, connection.provider)),
    account: connection.account,
  };
}
