/** machines/campaign/SPEC.md, rule by rule. */
import { expect, it } from 'vitest';
import { CAMPAIGN_STATES } from '../../contract/rules/campaigns.ts';
import type { CampaignEvent } from './campaign-machine.ts';
import { campaignAfter } from './moves.ts';

const EVENTS: CampaignEvent[] = [
  'schedule',
  'start',
  'begin',
  'pause',
  'resume',
  'resume_early',
  'cancel',
  'finish',
  'retry',
];
const from = (state: (typeof CAMPAIGN_STATES)[number]) =>
  Object.fromEntries(
    EVENTS.flatMap((event) => {
      const after = campaignAfter(state, event);
      return after === null ? [] : [[event, after]];
    }),
  );

it('CMP-1: a draft is scheduled, started or thrown away, and nothing else', () => {
  expect(from('draft')).toEqual({ schedule: 'scheduled', start: 'running', cancel: 'canceled' });
});

it('CMP-2: the end is the end, but for failed ones that are tried again', () => {
  expect(from('canceled')).toEqual({ cancel: 'canceled' });
  expect(from('done')).toEqual({ finish: 'done', retry: 'running' });
});

it('CMP-3: a paused one goes on where it was', () => {
  expect(campaignAfter('paused', 'resume')).toBe('running');
  expect(campaignAfter('paused', 'resume_early')).toBe('scheduled');
  expect(campaignAfter('paused', 'begin')).toBeNull();
  expect(campaignAfter('paused', 'finish')).toBeNull();
});

it('CMP-4: the same again changes nothing', () => {
  expect(campaignAfter('paused', 'pause')).toBe('paused');
  expect(campaignAfter('running', 'begin')).toBe('running');
  expect(campaignAfter('canceled', 'cancel')).toBe('canceled');
  for (const state of CAMPAIGN_STATES) for (const event of EVENTS) campaignAfter(state, event);
});
