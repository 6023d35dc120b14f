/** Browsers of several people around one server, in one time. */
import type { Viewer } from '../../../contract/entities/user.ts';
import { Browser } from './browser.ts';
import { HandClock } from './hand-platform.ts';
import { BOT, HandServer } from './hand-server.ts';

/** The day on which the reference server writes. */
const START = Date.UTC(2026, 10, 21, 12);

export class City {
  readonly clock = new HandClock(START);
  readonly server = new HandServer();
  readonly browsers: Browser[] = [];
  #ids = 0;

  constructor() {
    this.server.now = () => new Date(this.clock.now());
  }

  uuid(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }
  addBrowser(viewer: Viewer): Browser {
    const browser = new Browser(this, viewer);
    this.browsers.push(browser);
    browser.newSession();
    return browser;
  }

  /** Nobody comes back: lets go of what would keep this world in memory. */
  end(): void {
    for (const { ports } of this.browsers) for (const port of ports) port.forget();
  }

  /** Turns of the event loop: promises and disks go on, no time passes. */
  async turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const { workers } of this.browsers) for (const { mortal } of [...workers.values()]) mortal.step();
    }
  }
  /** What is under way arrives. */
  async moment(ms = 20): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      await this.turns(3);
      this.clock.pass(10);
    }
    await this.turns(3);
  }
  /** Everybody who is connected hears where the log stands. */
  head(): void {
    this.server.say('HEAD', { bot_id: BOT, seq: this.server.rows.head });
  }
  /** Time passes, in steps that grow, until it is so. @returns whether it became so */
  async until(so: () => boolean, most: number): Promise<boolean> {
    let step = 10;
    for (let passed = 0; passed < most; passed += step) {
      await this.turns(4);
      if (so()) return true;
      this.clock.pass(step);
      if (passed > 300) step = 100;
      if (passed > 4_000) step = 1_000;
      this.head();
    }
    await this.turns(4);
    return so();
  }
}
