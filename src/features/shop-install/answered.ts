/** What the address of an install's page carries. */
import {
  INSTALL_FAULTS,
  type InstallFault,
  type InstallProvider,
} from '../../../contract/entities/shop-install.ts';

export interface Answered {
  provider: InstallProvider;
  /** From the shop's side: which one. */
  shop: string;
  bot: number | null;
  fault: InstallFault | null;
  /** What the shop said, when its owner agreed; the texts as they came. */
  said: {
    code: string;
    state: string;
    shop: string;
    hmac: string;
    timestamp: string;
    host: string | null;
  } | null;
}

/** Reads it. @param at the page's own kind of shop */
export function readAnswered(search: string, at: InstallProvider): Answered {
  const query = new URLSearchParams(search);
  const word = (name: string) => query.get(name) ?? '';
  const bot = Number(word('bot'));
  const fault = Object.keys(INSTALL_FAULTS).find((one): one is InstallFault => one === word('fault'));
  return {
    provider: at,
    shop: word('shop'),
    bot: Number.isSafeInteger(bot) && bot > 0 ? bot : null,
    fault: fault ?? null,
    said:
      word('code') !== '' && word('state') !== ''
        ? {
            code: word('code'),
            state: word('state'),
            shop: word('shop'),
            hmac: word('hmac'),
            timestamp: word('timestamp'),
            host: query.get('host'),
          }
        : null,
  };
}

/** Whether the page at this address is about a shop, and not about the chat's snippet. */
export const isShopInstall = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return query.has('install') || (query.has('shop') && !query.has('token'));
};
