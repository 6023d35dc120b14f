/** Clients beside the record that the inbox shows: lists, segments, merging, files. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { registerClients } from './routes.ts';

export const clients: Domain = {
  name: 'clients',
  calls: (app: App) => registerClients(app),
  entities: {
    lead_field: { from: 'lead_fields e', id: 'e.id', bot: 'e.bot_id' },
    segment: { from: 'segments e', id: 'e.id', bot: 'e.bot_id' },
  },
};
