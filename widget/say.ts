/**
 * What the chat itself says, in the language that it speaks (docs/widget.md 'Languages'). Spanish stands where it is
 * said and names the text; the other languages are files of their own, which come before the chat is drawn.
 */
import type { ChatLanguage } from '../contract/chat-language.ts';
import { loadChunk } from './load-chunk.ts';
import type { ChatText } from './texts/en.ts';

const OTHERS = {
  en: () => loadChunk(() => import('./texts/en.ts')),
  pt: () => loadChunk(() => import('./texts/pt.ts')),
};

let language: ChatLanguage = 'es';
let texts: Record<ChatText, string> | null = null;

/** What the chat speaks. */
export const spoken = (): ChatLanguage => language;

/** From now on the chat speaks it; where its texts do not come, Spanish. Never rejects. */
export async function speak(wished: ChatLanguage): Promise<void> {
  language = 'es';
  texts = null;
  if (wished === 'es') return;
  try {
    texts = (await OTHERS[wished]()).default;
    language = wished;
  } catch (error) {
    console.error('[chat] sin textos: habla español', error);
  }
}

/** The names in braces of a text. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;

/** @param holes what stands for the names in braces */
export function say<Text extends ChatText>(
  text: Text,
  ...[holes]: Holes<Text> extends never ? [] : [Record<Holes<Text>, string | number>]
): string {
  return (texts?.[text] ?? text).replace(/{(\w+)}/g, (_, name: Holes<Text>) => `${holes?.[name]}`);
}
