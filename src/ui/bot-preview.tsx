/** The bot's chat as visitors see it, live, in a frame of its own. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './bot-preview.module.css';

/** Where the public preview of a bot stands (docs/product.md §2). */
export function previewPath(bot: { id: number; token: string; web?: string | null }): string {
  const query = new URLSearchParams({ token: bot.token, ...(bot.web ? { web: bot.web } : {}) });
  return `/preview_bot/${bot.id}?${query}`;
}

export function BotPreview({
  bot,
  title = `Vista previa de ${bot.name}`,
  height = 420,
}: {
  bot: { id: number; token: string; web?: string | null; name: string };
  /** Names the frame for readers. */
  title?: string;
  height?: number;
}) {
  const [round, setRound] = useState(0);
  return (
    <div className={classes.preview}>
      <iframe key={round} src={previewPath(bot)} title={title} style={{ height }} loading="lazy" />
      <div className={classes.foot}>
        <Button variant="subtle" size="compact-sm" onClick={() => setRound((now) => now + 1)}>
          Recargar la vista previa
        </Button>
        <a href={previewPath(bot)} target="_blank" rel="noopener">
          Abrir en otra ventana
        </a>
      </div>
    </div>
  );
}
