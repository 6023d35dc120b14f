/** What became of what somebody wrote: once, where it belongs, in its order, or still in their hands. */
import type { Message } from '../../contract/entities/message.ts';
import type { TopicValues } from '../../workers/hub/surface/topics.ts';
import type { Author, Written } from './author.ts';
import type { Viewer, World } from './viewer.ts';

export function judgeWork({ city, restored }: World, { browser, author }: Viewer): void {
  const page = browser.pages[0];
  const entries = page?.value({ kind: 'outbox' }) ?? [];
  const held = new Set(entries.flatMap(({ command }) => (command.kind === 'message' ? [command.text] : [])));
  const rows = [...city.server.rows.rows.values()];
  for (const each of author.written) {
    const places = rows.flatMap(({ card, messages }) =>
      messages.filter(({ text }) => text === each.text).map(() => card.id),
    );
    const said = `"${each.text}" (${JSON.stringify({ ...each, follows: undefined })}) is in [${places.join()}]`;
    if (places.length > 1) throw new Error(`sent twice: ${said}`);
    if (places[0] && places[0] !== each.conversationId) throw new Error(`in a wrong conversation: ${said}`);
    // What a failed disk could not let go of is asked again by the next worker.
    if (places[0] && each.cancelled && !browser.disk.failed)
      throw new Error(`stopped, and sent all the same: ${said}`);
    if (places[0] && held.has(each.text)) throw new Error(`sent, and said to be unsent: ${said}`);
    const lost = places.length === 0 && !held.has(each.text) && each.outcome === 'queued';
    if (lost && !each.mayBeGone && !restored && !browser.disk.failed) throw new Error(`lost: ${said}`);
  }
  if (!restored) for (const { messages } of rows) judgeUnseen(messages, author, browser.viewer.user_id);
  if (browser.disk.failed) return;
  for (const { card, messages } of rows) {
    const own = messages.flatMap(({ text }) =>
      author.written.filter((each) => each.text === text && inOrder(each)),
    );
    if (own.some((each, at) => own.slice(at).some((later) => each.follows.has(later))))
      throw new Error(`out of order in ${card.id}`);
  }
  for (const [key, text] of author.typed) {
    const [conversationId = '', mode] = key.split(':');
    const draft = page?.value({ kind: 'draft', conversationId, mode } as {
      kind: 'draft';
      conversationId: string;
      mode: 'reply';
    });
    if (text !== null && draft && shownText(draft) !== text) {
      throw new Error(`the draft ${key} is "${shownText(draft)}", typed was "${text}"`);
    }
  }
}

/** A reply never follows a colleague's answer that was not on its author's screen, unless they said so. */
function judgeUnseen(messages: readonly Message[], author: Author, me: number): void {
  for (const reply of messages) {
    const written = author.written.find(({ text }) => text === reply.text);
    const seen = written?.seen ?? null;
    if (!written || seen === null || written.retried) continue;
    const unseen = messages.find(
      ({ from, note, agent, order }) =>
        from === 'agent' && !note && agent?.id !== me && order > seen && order < reply.order,
    );
    if (unseen) throw new Error(`"${reply.text}" was sent over the unseen "${unseen.text}"`);
  }
}

const inOrder = ({ retried, cancelled }: Written): boolean => !retried && !cancelled;
const shownText = (draft: TopicValues['draft']): string => draft.text;
