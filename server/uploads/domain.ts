/** Files that agents and visitors send. */
import type { Domain } from '../platform/domain.ts';
import { registerUploadJobs } from '../platform/uploads/upload-store.ts';
import { registerUploads } from './routes.ts';

export const uploads: Domain = {
  name: 'uploads',
  calls: registerUploads,
  jobs: registerUploadJobs,
  entities: {
    upload: {
      from: 'uploads e left join conversations c on c.id = e.conversation_id',
      id: 'e.id',
      bot: 'e.bot_id',
      conversation: 'c',
    },
  },
};
