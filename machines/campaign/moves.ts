/** What may become of a campaign: the machine, asked one step at a time. */
import type { CampaignState } from '../../contract/rules/campaigns.ts';
import { lookUp } from '../step.ts';
import { type CampaignEffect, type CampaignEvent, campaignMachine } from './campaign-machine.ts';

const step = lookUp<CampaignState, CampaignEvent, CampaignEffect>(campaignMachine);

/** The state after an event; null: it may not happen there. The same state: there is nothing to do. */
export function campaignAfter(state: CampaignState, event: CampaignEvent): CampaignState | null {
  const answer = step(state, event);
  return answer.effects.includes('refuse') ? null : answer.state;
}
