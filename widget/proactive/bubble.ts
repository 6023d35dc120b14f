/** The small bubble above the button: plain elements, which say themselves once and can be closed. */
import type { ChatLanguage } from '../../contract/chat-language.ts';

const TEXTS: Record<ChatLanguage, readonly [answer: string, close: string]> = {
  es: ['Responder', 'Cerrar mensaje'],
  en: ['Reply', 'Dismiss message'],
  pt: ['Responder', 'Fechar mensagem'],
};

export class Bubble {
  /** It stands there empty: what comes into it later is read out. */
  readonly #place = document.createElement('div');
  readonly #root: ShadowRoot;

  /** @param before where the chat is drawn; the bubble comes after it, so that its button is the next thing */
  constructor(root: ShadowRoot, before: Element) {
    this.#root = root;
    this.#place.className = 'hint';
    this.#place.setAttribute('role', 'status');
    before.after(this.#place);
  }

  get shows(): boolean {
    return this.#place.hasChildNodes();
  }

  /** @param text its owner's @param done what the visitor wants: null, it is to go */
  show(text: string, language: ChatLanguage, done: (wish: 'open' | null) => void): void {
    const [answer, close] = TEXTS[language];
    const say = document.createElement('button');
    const words = document.createElement('span');
    const hint = document.createElement('small');
    const out = document.createElement('button');
    say.type = out.type = 'button';
    say.className = 'say';
    out.className = 'out';
    words.textContent = text;
    hint.textContent = answer;
    hint.lang = out.lang = language;
    out.setAttribute('aria-label', close);
    out.textContent = '×';
    say.append(words, hint);
    say.addEventListener('click', () => done('open'));
    out.addEventListener('click', () => done(null));
    // A button of WhatsApp stands above the chat's own.
    const above = document.getElementById('charla-whatsapp')?.shadowRoot?.querySelector('.above');
    this.#place.classList.toggle('high', above != null);
    this.#place.append(say, out);
  }

  /** @returns whether the focus was in it, and is nowhere now */
  hide(): boolean {
    const had = this.#place.contains(this.#root.activeElement);
    this.#place.replaceChildren();
    return had;
  }

  remove(): void {
    this.#place.remove();
  }
}
