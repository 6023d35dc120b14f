/** The chat's corner of a page: the button, what of the chat is kept, and the chat itself once it was reached for. */
import { type ChatLanguage, chatLanguage } from '../contract/chat-language.ts';
import type { LauncherLook } from '../contract/entities/bot.ts';
import type { ConversationState } from '../contract/states.ts';
import type {
  ChatControls,
  ChatFile,
  Greeting,
  PageEvent,
  PageEvents,
  ProactiveFrame,
  StartProactive,
} from './frame.ts';
import { forgetUser, Keep, usableStorage } from './keep.ts';
import { Launcher } from './launcher.ts';
import { loadChunk } from './load-chunk.ts';
import { askLook } from './look.ts';
import { stayIn } from './page-changes.ts';
import type { Person } from './person.ts';
import type { WidgetSettings } from './settings.ts';

/** Milliseconds. */
const JUST_WRITTEN = 10 * 60_000;

type Listener = <Event extends PageEvent>(event: Event, detail: PageEvents[Event]) => void;

export class Corner implements ProactiveFrame {
  readonly settings: WidgetSettings;
  keep: Keep;
  readonly root: ShadowRoot;
  readonly place: Element;
  readonly tell: Listener;
  readonly #end = new AbortController();
  readonly #storage: Storage | null;
  readonly #tab: Storage | null;
  /** What the browser keeps of whoever sits there, while the site has signed for nobody. */
  #browser: Keep;
  readonly #corner: HTMLElement;
  readonly #launcher: Launcher;
  #open: boolean;
  #look: LauncherLook | null;
  #unread = 0;
  #ready = false;
  #busy = false;
  #fault = false;
  #chat: ChatControls | null = null;
  /** It is on its way. */
  #coming = false;
  /** How the chat looks is known, or that nobody says it. */
  #asked = Promise.resolve();
  #prefill: string | null = null;
  person: Person | null = null;
  onSaid: (() => void) | null = null;
  greeting: Greeting | null = null;
  onGreeting: (() => void) | null = null;
  talk: ConversationState | null | undefined;
  #proactive: ((unread: number) => void) | null = null;

  /** @param corner an element of ours in a shadow root, @param tell what the page hears */
  constructor(settings: WidgetSettings, corner: HTMLElement, tell: Listener) {
    this.settings = settings;
    this.tell = tell;
    this.#storage = settings.shown ? null : usableStorage();
    this.#tab = settings.shown ? null : usableStorage('sessionStorage');
    this.#browser = new Keep(settings.botId, this.#storage);
    this.keep = this.#browser;
    this.root = corner.getRootNode() as ShadowRoot;
    this.#corner = corner;
    corner.className = `ours chat${settings.fixedOpen ? ' fixed' : ''}`;
    this.place = document.createElement('div');
    corner.append(this.place);
    this.#launcher = new Launcher(corner, () => this.toggle());
    this.#look = this.keep.value.launcher;
    this.#open = settings.fixedOpen || settings.shown || this.keep.value.open;
    stayIn(this.root.host, this.signal);
  }

  get open(): boolean {
    return this.#open;
  }
  get language(): ChatLanguage {
    const chosen = this.#look?.language ?? 'es';
    const page = document.documentElement.lang;
    return chatLanguage(this.settings.language, chosen, page, navigator.language);
  }
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Shows the button; the chat comes at once where it stands open, after the page where its visitor was here before. */
  start(): void {
    const { settings, keep } = this;
    this.#draw();
    if (!settings.shown && !settings.fixedOpen)
      this.#asked = askLook(settings, keep, (look) => {
        if (look === null) this.#lookIs(null);
        else this.looks(look);
        if (look?.proactive) this.#afterLoad(() => void this.#bringProactive());
      });
    if (this.#open) return void this.#bring();
    // Someone who was here before hears of answers without opening; a stranger costs no connection.
    if (keep.value.roomToken !== null) this.#afterLoad(() => void this.#bring());
  }

  #afterLoad(work: () => void): void {
    const soon = () => setTimeout(work);
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { signal: this.signal });
  }

  toggle(): void {
    this.show(!this.#open);
  }

  show(open: boolean): void {
    if (this.settings.fixedOpen || open === this.#open) return;
    this.#open = open;
    this.#fault = false;
    this.keep.set({ open });
    if (open) void this.#bring();
    this.#chat?.redraw();
    this.#draw();
    this.tell(open ? 'opened' : 'closed', {});
  }

  close(): void {
    this.show(false);
    // On a phone the button shows only while the chat is closed.
    requestAnimationFrame(() => this.#launcher.button.focus());
  }

  looks(look: LauncherLook): void {
    this.#lookIs(look);
    if (this.#ready) return;
    this.#ready = true;
    this.tell('ready', {});
  }

  unread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    this.#draw();
    this.tell('unread', { count });
  }

  get strangerToken(): string | null {
    return this.keep === this.#browser ? null : this.#browser.value.roomToken;
  }

  /** @param person null: they left, and nothing of them stays in the browser */
  identify(person: Person | null): void {
    if (person === null) this.leave(false);
    else this.#sits(person);
  }

  #sits(person: Person): void {
    const before = this.person?.signed;
    this.person = person;
    const { signed } = person;
    if (!signed || (before?.id === signed.id && before.hash === signed.hash)) {
      // Said without a signature of somebody else than the signed one: the signed one has left.
      if (before && !signed) this.#sitsDown(this.#browser);
      this.onSaid?.();
      return;
    }
    const keep = new Keep(this.settings.botId, this.#tab, signed.id);
    // Written a moment ago and not acknowledged yet: it is theirs, and is not lost.
    const since = Date.now() - JUST_WRITTEN;
    const theirs = this.keep.value.unsent.filter(({ created_at }) => Date.parse(created_at) > since);
    if (this.keep === this.#browser) keep.set({ unsent: [...keep.value.unsent, ...theirs] });
    this.#sitsDown(keep);
  }

  signedIn(): void {
    // The server has made it the user's: in this browser it opens nothing any more.
    if (this.strangerToken !== null) this.#browser.set({ roomToken: null, unsent: [] });
    this.tell('identified', {});
  }

  rejected(reason: string, message: string): void {
    console.error(`[chat] identify: ${message}`);
    if (this.person) this.person = { ...this.person, signed: null };
    if (this.keep !== this.#browser) this.keep.forget();
    this.#sitsDown(this.#browser);
    this.tell('rejected', { reason });
  }

  /** Whoever sat there is gone, and nothing of them stays in the browser. @param always also of a browser's stranger */
  leave(always = true): void {
    const was = this.person !== null;
    // A page may say that nobody is signed in before this one has said who was.
    const inTab = forgetUser(this.settings.botId, this.#tab);
    this.person = null;
    if (!was && !inTab && !always) return;
    const { launcher } = this.#browser.value;
    this.keep.forget();
    this.#browser.forget();
    this.#browser = new Keep(this.settings.botId, this.#storage);
    this.#browser.set({ launcher });
    this.show(false);
    this.#sitsDown(this.#browser);
  }

  /** Somebody else has the chat. */
  #sitsDown(keep: Keep): void {
    this.greeting = null;
    this.keep = keep;
    this.keep.set({ open: this.#open });
    this.#chat?.renew();
    if (keep.value.roomToken !== null) void this.#bring();
  }

  prefill(text: string): void {
    if (this.#chat) this.#chat.prefill(text);
    else this.#prefill = text;
  }

  /** Nothing of it stays in the page; what the browser keeps of the conversation stays. */
  destroy(): void {
    this.#end.abort();
    this.#chat?.stop();
    this.root.host.remove();
  }

  #lookIs(look: LauncherLook | null): void {
    this.#look = look;
    this.#draw();
  }

  #draw(): void {
    const open = this.#open;
    this.#corner.classList.toggle('opened', open && this.#chat !== null);
    const { settings, language } = this;
    const state = {
      open,
      look: this.#look,
      unread: this.#unread,
      busy: this.#busy,
      fault: this.#fault,
      language,
    };
    this.#launcher.show(state, settings.position, settings.fixedOpen);
    this.#proactive?.(this.#unread);
  }

  async #bringProactive(): Promise<void> {
    try {
      const file = await this.#file('proactive');
      if (!this.signal.aborted) this.#proactive = (file as { start: StartProactive }).start(this);
    } catch (error) {
      console.warn('[chat]', error);
    }
  }

  /** @throws what the line says, or that it took too long */
  #file(name: string): Promise<unknown> {
    const address = `${this.settings.origin}/widget/${name}.js`;
    return loadChunk(() => import(/* @vite-ignore */ address));
  }

  async #bring(): Promise<void> {
    if (this.#chat || this.#coming) return;
    this.#coming = true;
    this.#busy = this.#open;
    this.#draw();
    try {
      const chat = (await this.#file('chat')) as ChatFile;
      await loadChunk(() => this.#asked);
      await chat.speak(this.language);
      if (this.signal.aborted) return;
      this.#chat = chat.startChat(this);
      if (this.#prefill !== null) this.#chat.prefill(this.#prefill);
      this.#prefill = null;
    } catch (error) {
      console.error('[chat] no se pudo cargar', error);
      if (this.#open) {
        this.#fault = true;
        this.#open = this.settings.fixedOpen;
      }
    } finally {
      this.#coming = false;
      this.#busy = false;
      if (!this.signal.aborted) this.#draw();
    }
  }
}
