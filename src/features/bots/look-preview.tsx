/** The chat on a site, with a look that is not saved. */
import { useState } from 'react';
import type { BotLook } from '../../../contract/entities/bot.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import { ChatFrame, SAMPLE, shownChat } from '../../ui/chat-frame.tsx';
import { SidePreview } from '../../ui/side-preview.tsx';
import classes from './bots.module.css';

export function LookPreview({
  bot,
  look,
  talked = true,
}: {
  bot: { id: number; token: string; name: string };
  look: BotLook;
  /** False: the chat as it opens, before the customer says anything. */
  talked?: boolean;
}) {
  const [at] = useState(() => new Date().toISOString());
  // As somebody sees it whose name is not known.
  const welcome = fillNames(look.welcome, { cliente: '' });
  return (
    <SidePreview>
      <div className={classes.stage}>
        <ChatFrame
          onSite
          bot={bot}
          chat={shownChat({ ...look, welcome }, talked ? SAMPLE : [], at)}
          title={`Así se verá el chat de ${bot.name}`}
        />
      </div>
    </SidePreview>
  );
}
