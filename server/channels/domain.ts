/** Channels: what customers write outside the web comes in, what is said to them leaves. */
import * as z from 'zod/mini';
import { CHANNEL_PROVIDERS } from '../../contract/entities/connection.ts';
import { SYNC_CAUSES } from '../../contract/entities/waba-template.ts';
import type { BotMinds } from '../assistant/bot-minds.ts';
import { findConnection } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { LlmTurns } from '../inbox/commands/llm-turns.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { registerHooks } from './hook-routes.ts';
import { Intake } from './intake.ts';
import { Lanes } from './lane.ts';
import { type FilesOfChannels, registerFileCall, registerMedia } from './media.ts';
import { messagingFiles } from './messenger-platform/files.ts';
import { registerProfile } from './messenger-platform/profile.ts';
import { messagingReader } from './messenger-platform/reader.ts';
import { messagingSender } from './messenger-platform/sender.ts';
import { registerToken } from './messenger-platform/token.ts';
import { keepPurging, registerPurge } from './purge.ts';
import { registerChannelCalls } from './routes.ts';
import { ChannelSecrets } from './secrets.ts';
import { keepListening, registerSilence } from './silence.ts';
import { whatsappFiles } from './whatsapp/files.ts';
import { followMarks, registerMarks } from './whatsapp/marks.ts';
import { whatsappReader } from './whatsapp/reader.ts';
import { type CardPicture, whatsappSender } from './whatsapp/sender.ts';
import { registerTemplateCalls } from './whatsapp/template-routes.ts';
import { SYNC, scheduleHourly, syncTemplates } from './whatsapp/templates.ts';

export interface ChannelNeeds {
  minds: BotMinds;
  llm: LlmTurns;
  /** Pictures of products. */
  picture: CardPicture;
}

export interface Channels {
  intake: Intake;
  lanes: Lanes;
}

const syncPayload = z.object({
  bot_id: z.number(),
  connection_id: z.string(),
  cause: z.catch(z.enum(SYNC_CAUSES), 'hour'),
});

/**
 * The domain, with its intake and lanes for the code that starts and tests them. @param minds the bots' models, @param
 * llm turns of the language model, @param picture pictures of products
 */
export function channels(app: App, { minds, llm, picture }: ChannelNeeds): Domain & Channels {
  const secrets = new ChannelSecrets(app);
  const intake = new Intake(app, secrets, {
    whatsapp: whatsappReader(app, minds, llm),
    messenger: messagingReader(app, minds, llm),
    instagram: messagingReader(app, minds, llm),
  });
  const lanes = new Lanes(app, {
    whatsapp: whatsappSender(app, picture),
    messenger: messagingSender(app, 'messenger'),
    instagram: messagingSender(app, 'instagram'),
  });
  const files: FilesOfChannels = {
    whatsapp: whatsappFiles(app),
    messenger: messagingFiles(app),
    instagram: messagingFiles(app),
  };
  return {
    name: 'channels',
    topics: ['templates'],
    intake,
    lanes,
    calls() {
      for (const provider of CHANNEL_PROVIDERS) registerHooks(app, provider, secrets, () => intake.nudge());
      registerChannelCalls(app, lanes, intake);
      registerTemplateCalls(app);
      registerFileCall(app, files);
    },
    entities: {
      hook_part: { from: 'hook_parts e', id: 'e.id::text', bot: 'e.bot_id' },
      waba_template: { from: 'message_templates e', id: 'e.id', bot: 'e.bot_id' },
    },
    jobs() {
      registerPurge(app);
      registerSilence(app);
      registerMedia(app, files);
      registerMarks(app);
      registerProfile(app);
      registerToken(app);
      app.jobs.handleOutside(SYNC, async (job) => {
        const { connection_id: id, bot_id, cause } = syncPayload.parse(job.payload);
        const row = await findConnection(app.db, id);
        if (!row) return;
        try {
          if (!row.paused) await syncTemplates(app, row, cause);
        } catch (error) {
          if (!(error instanceof ConnectionFault)) throw error;
          await noteUse(app, id, error.kind, row.credentials);
        }
        await scheduleHourly(app, { id, bot_id });
      });
    },
    async start() {
      await keepPurging(app);
      await keepListening(app);
      const unfollow = followMarks(app);
      return {
        begin() {
          intake.begin();
          lanes.begin();
        },
        async drain() {
          unfollow();
          await Promise.all([intake.stop(), lanes.stop()]);
        },
      };
    },
  };
}
