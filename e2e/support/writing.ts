/** What several browser tests do before they write: a conversation of one's own, files. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Agent } from './agent.ts';
import { Visitor } from './visitor.ts';

/** A customer who asked for a person, and whose conversation this agent has taken and opened. */
export async function taken(
  browser: Browser,
  url: string,
  agent: Agent,
): Promise<{ id: string; visitor: Visitor }> {
  await agent.showState('pending');
  const visitor = await Visitor.open(browser, url);
  await visitor.say('quiero hablar con una persona');
  const id = visitor.conversation;
  await agent.openConversation(id);
  await agent.act('Tomar');
  await agent.showState('taken');
  await expect(agent.row(id)).toBeVisible();
  await agent.openConversation(id);
  return { id, visitor };
}

export interface GivenFile {
  name: string;
  type: string;
  /** Base64. */
  content: string;
}
/** A red picture of 8 by 8. */
export const PICTURE: GivenFile = {
  name: 'foto.png',
  type: 'image/png',
  content:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
};
/** @param bytes how large */
export const document = (name: string, bytes = 64): GivenFile => ({
  name,
  type: 'application/pdf',
  content: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 0x20)]).toString('base64'),
});

/** What a mouse and a clipboard do with files, which a page can be told only by events. */
export async function give(
  page: Page,
  how: 'paste' | 'drop',
  selector: string,
  files: GivenFile[],
): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate(
      (target, [kind, given]) => {
        const data = new DataTransfer();
        for (const { name, type, content } of given) {
          const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
          data.items.add(new File([bytes], name, { type }));
        }
        const options = { bubbles: true, cancelable: true };
        if (kind === 'paste') {
          target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
          return;
        }
        for (const step of ['dragenter', 'dragover', 'drop'])
          target.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
      },
      [how, files] as const,
    );
}
