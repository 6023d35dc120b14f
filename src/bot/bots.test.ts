import { expect, it } from 'vitest';
import type { Bot } from '../../contract/entities/bot.ts';
import { flagsOf } from '../../contract/flags.ts';
import { grantsOf } from '../../contract/permission-matrix.ts';
import { pickPlace } from './bots.ts';
import type { BotPlace } from './kept-places.ts';

const place = (id: number, activated: boolean): BotPlace => {
  const bot: Bot = {
    id,
    bot_name: `Bot ${id}`,
    token: 't',
    web: null,
    activated,
    has_skill_base: false,
    skill_base_template: null,
    business_type: null,
    client_subscription: null,
    platform: null,
    auto_assign: false,
    flags: flagsOf(id),
  };
  const role = { id: 1, name: 'Agente', base: 'agente' as const, permissions: grantsOf('agente') };
  return { bot, owned: false, link: { id: 9, user_id: 1, bot_id: id, role_id: 1, role, category: [] } };
};

it('keeps the chosen bot, and falls back to one that works', () => {
  const places = [place(102, false), place(64, true)];
  expect(pickPlace(places, 102)?.bot.id).toBe(102);
  expect(pickPlace(places, 7)?.bot.id).toBe(64);
  expect(pickPlace([place(102, false)], null)?.bot.id).toBe(102);
  expect(pickPlace([], 64)).toBeNull();
});
