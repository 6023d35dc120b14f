/** Drafts, one per conversation and mode, shared by all tabs and kept over restarts; cleared only by their own send. */
import { ERRORS } from '../../../contract/errors.ts';
import { attachmentProblem } from '../../../contract/rules/attachments.ts';
import { withoutTwins } from '../../../contract/rules/offered-links.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { AttachInput, AttachResult, DraftOffer } from '../surface/api.ts';
import type { OutboxEntry, WorkFile } from '../surface/outbox-entry.ts';
import type { DraftMode, TopicValues } from '../surface/topics.ts';
import { type Draft, draftKey, isBlank, type WorkStore } from '../work-store/work-database.ts';

/** So much of a draft stands in a row of the list. */
const DRAFT_SHOWN = 160;

const NO_ROOM =
  'No queda espacio en este navegador para guardar el archivo. Envíalo por partes o libera espacio.';

/** The drafts of one person, shared by all tabs. */
export class Drafts {
  readonly #platform: Pick<HubPlatform, 'clock' | 'uuid'>;
  readonly #store: WorkStore;
  readonly #changed: (draft: Draft, here: boolean) => void;
  readonly #drafts = new Map<string, Draft>();
  /** Drafts that this hub changed since the last `begin`: what storage held before is older. */
  readonly #touched = new Set<string>();

  constructor(
    platform: Pick<HubPlatform, 'clock' | 'uuid'>,
    store: WorkStore,
    /** `here`: by this hub's own tabs. */
    changed: (draft: Draft, here: boolean) => void,
  ) {
    this.#platform = platform;
    this.#store = store;
    this.#changed = changed;
  }

  /** Storage is about to be read. */
  begin(): void {
    this.#touched.clear();
  }

  /**
   * What storage held: another hub of this person may have written since this one last looked.
   * @param drafts null: there is no storage
   */
  restore(drafts: readonly Draft[] | null): void {
    if (!drafts) return;
    const stored = new Map(drafts.map((draft) => [draft.key, draft]));
    for (const [key, draft] of this.#drafts) {
      if (!stored.has(key) && !isBlank(draft))
        stored.set(key, { ...draft, text: '', files: [], buttons: [], links: [] });
    }
    for (const [key, draft] of stored) {
      if (this.#touched.has(key)) continue;
      this.#drafts.set(key, draft);
      this.#changed(draft, false);
    }
  }
  /** Another hub of this person has stored this one: it holds where it is the later. */
  heard(draft: Draft): void {
    if (draft.updatedAt < (this.#drafts.get(draft.key)?.updatedAt ?? 0)) return;
    this.#drafts.set(draft.key, draft);
    this.#touched.add(draft.key);
    this.#changed(draft, false);
  }

  view(conversationId: string, mode: DraftMode): TopicValues['draft'] {
    const draft = this.#drafts.get(draftKey(conversationId, mode));
    if (!draft) return { text: '', updatedAt: 0, by: 'hub', files: [] };
    const { text, updatedAt, by, files } = draft;
    return { text, updatedAt, by, files: files ?? [], ...offerOf(draft) };
  }
  /** Conversations of a bot with something unsent, and how it begins; a reply before a note. */
  drafted(botId: number): TopicValues['drafted'] {
    const kept = [...this.#drafts.values()].filter((draft) => draft.botId === botId && holdsSomething(draft));
    const order = kept.sort((a, b) => Number(b.mode === 'reply') - Number(a.mode === 'reply'));
    const found: TopicValues['drafted'] = {};
    for (const { conversationId, text } of order) found[conversationId] ??= text.slice(0, DRAFT_SHOWN);
    return found;
  }
  get count(): number {
    return [...this.#drafts.values()].filter(holdsSomething).length;
  }

  /** Resolves when it is durable. @throws when the session ended before */
  async save(
    conversationId: string,
    botId: number,
    mode: DraftMode,
    text: string,
    by: string,
  ): Promise<void> {
    const draft = this.#set(conversationId, botId, mode, { text, by });
    if (!(await this.#store.putDraft(draft))) throw new Error(ERRORS.unauthorized.message);
  }

  /** Puts a file beside the text, durably; refused beyond a message's limits and without room on the disk. */
  async attach({ conversationId, botId, mode, name, blob, from }: AttachInput): Promise<AttachResult> {
    const { type, size } = blob;
    const file: WorkFile = { id: this.#platform.uuid(), name, type, size, ...(from ? { from } : {}) };
    const { files } = this.view(conversationId, mode);
    const problem = attachmentProblem(file, files.length);
    if (problem) return { ok: false, error: 'rule', message: problem };
    const draft = this.#set(conversationId, botId, mode, { files: [...files, file] });
    if (await this.#store.addFile(draft, file.id, blob)) return { ok: true, file };
    await this.detach(conversationId, botId, mode, file.id);
    return { ok: false, error: 'rule', message: NO_ROOM };
  }

  async detach(conversationId: string, botId: number, mode: DraftMode, fileId: string): Promise<void> {
    const files = this.view(conversationId, mode).files.filter(({ id }) => id !== fileId);
    await this.#store.putDraft(this.#set(conversationId, botId, mode, { files }), [fileId]);
  }

  /** What is offered under it is this from now on; what is not named stays. Resolves when it is durable. */
  async offer(conversationId: string, botId: number, mode: DraftMode, offer: DraftOffer): Promise<void> {
    await this.#store.putDraft(this.#set(conversationId, botId, mode, offer));
  }

  /** Takes what is being sent out of a draft: what to store with the entry, and the files that go with it. */
  takeOut(
    conversationId: string,
    botId: number,
    mode: DraftMode,
    fileIds: readonly string[],
    keepText: boolean,
  ): { draft: Draft; files: WorkFile[] } {
    const { files } = this.view(conversationId, mode);
    const taken = files.filter(({ id }) => fileIds.includes(id));
    const left = files.filter(({ id }) => !fileIds.includes(id));
    const change = keepText ? { files: left } : { files: left, text: '', buttons: [], links: [] };
    return { draft: this.#set(conversationId, botId, mode, change), files: taken };
  }

  /** A message that was stopped is a draft again, before what has been written since. */
  giveBack({ botId, conversationId, command }: OutboxEntry): Draft | null {
    if (command.kind !== 'message') return null;
    const mode = command.note ? 'note' : 'reply';
    const now = this.view(conversationId, mode);
    // A template's text is no draft: it is chosen again. A second try still stands above, as the message that failed.
    const texts = [command.template || command.again ? '' : command.text, now.text].filter(
      (text) => text !== '',
    );
    const back = (command.files ?? []).map(({ upload: _, ...file }) => file);
    const buttons = command.again ? [] : (command.buttons ?? []);
    const links = [...(command.again ? [] : (command.links ?? [])), ...(now.links ?? [])];
    return this.#set(conversationId, botId, mode, {
      text: texts.join('\n'),
      files: [...back, ...now.files],
      buttons: [...new Set([...buttons, ...(now.buttons ?? [])])],
      links: withoutTwins(links),
    });
  }

  /** A text is the hub's word unless a tab is named. */
  #set(
    conversationId: string,
    botId: number,
    mode: DraftMode,
    change: Partial<Pick<Draft, 'text' | 'files' | 'buttons' | 'links' | 'by'>>,
  ): Draft {
    const key = draftKey(conversationId, mode);
    const old = this.view(conversationId, mode);
    // Files alone say nothing of the text: typing it goes on undisturbed. Each new text has a later time.
    const said =
      change.text === undefined
        ? { by: old.by, updatedAt: old.updatedAt }
        : { by: change.by ?? 'hub', updatedAt: Math.max(this.#platform.clock.now(), old.updatedAt + 1) };
    const next = { ...old, ...change };
    const { text, files } = next;
    const draft: Draft = { key, botId, conversationId, mode, text, files, ...offerOf(next), ...said };
    this.#drafts.set(key, draft);
    this.#touched.add(key);
    this.#changed(draft, true);
    return draft;
  }
}

const offerOf = ({ buttons, links }: DraftOffer): DraftOffer => ({
  ...(buttons?.length ? { buttons } : {}),
  ...(links?.length ? { links } : {}),
});

const holdsSomething = (draft: Draft): boolean =>
  draft.text.trim() !== '' || !isBlank({ ...draft, text: '' });
