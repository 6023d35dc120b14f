/** The button that opens the chat. Plain elements: it is all of the chat that most pages ever show. */
import type { ChatLanguage } from '../contract/chat-language.ts';
import type { LauncherLook } from '../contract/entities/bot.ts';
import { inkOn } from '../contract/rules/color.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import { LAUNCHER_TEXTS } from './launcher-texts.ts';

const PATHS = { open: 'M6 6l12 12M18 6L6 18', closed: 'M4 5h16v11H9l-5 4z' } as const;
const PLAIN_COLOR = '#0f766e';
const SVG = 'http://www.w3.org/2000/svg';

export interface LauncherState {
  open: boolean;
  /** Null: it was not heard yet, or there is no such chat. */
  look: LauncherLook | null;
  unread: number;
  /** The chat is on its way. */
  busy: boolean;
  /** It did not come. */
  fault: boolean;
  language: ChatLanguage;
}

export class Launcher {
  readonly button = document.createElement('button');
  readonly #corner: HTMLElement;
  readonly #path = document.createElementNS(SVG, 'path');
  readonly #words = document.createElement('span');
  readonly #badge = document.createElement('span');
  readonly #fault = document.createElement('p');

  /** @param corner what has its colours and its side */
  constructor(corner: HTMLElement, press: () => void) {
    this.#corner = corner;
    const icon = document.createElementNS(SVG, 'svg');
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('aria-hidden', 'true');
    icon.append(this.#path);
    this.button.type = 'button';
    this.button.className = 'launcher';
    this.#badge.className = 'badge';
    this.#fault.className = 'fault';
    this.#fault.setAttribute('role', 'alert');
    this.button.append(icon, this.#words, this.#badge);
    this.button.addEventListener('click', press);
  }

  /** @param fixed there is no button: the chat is all that the page shows */
  show(
    { open, look, unread, busy, fault, language }: LauncherState,
    side: 'right' | 'left' | null,
    fixed: boolean,
  ): void {
    const color = look?.color ?? PLAIN_COLOR;
    const { style, classList } = this.#corner;
    style.setProperty('--accent', color);
    style.setProperty('--ink', inkOn(color));
    const left = (side ?? look?.position) === 'left';
    classList.toggle('left', left);
    classList.toggle('right', !left);
    const words = plainLine(look?.launcher ?? '');
    const [toOpen, news, toClose, failed] = LAUNCHER_TEXTS[language];
    const closed = unread > 0 ? `${toOpen}, ${unread} ${news}` : toOpen;
    this.button.lang = this.#fault.lang = language;
    this.button.setAttribute('aria-expanded', String(open));
    this.button.setAttribute('aria-label', open ? toClose : `${words && `${words}: `}${closed}`);
    this.button.setAttribute('aria-busy', String(busy));
    this.#path.setAttribute('d', open ? PATHS.open : PATHS.closed);
    this.#words.textContent = open ? '' : words;
    this.#words.hidden = open || words === '';
    this.#badge.textContent = unread > 0 ? String(unread) : '';
    this.#badge.hidden = open || unread === 0;
    this.#fault.textContent = fault ? failed : '';
    const shows = !fixed && (look !== null || open);
    if (!shows) this.button.remove();
    else if (!this.button.isConnected) this.#corner.append(this.button);
    if (!this.#fault.isConnected) this.#corner.append(this.#fault);
  }
}
