/** What a plan would do: how many get it, who not and why, what the first of them would read. */
import type { CampaignPreview, CampaignSample } from '../../contract/entities/campaign.ts';
import { CAMPAIGN_LIMITS, SKIP_TEXTS, type SkipReason } from '../../contract/rules/campaigns.ts';
import { templateWords } from '../../contract/rules/template-slots.ts';
import type { App } from '../platform/app.ts';
import type { BotSession } from '../platform/http/session.ts';
import { judge, pageOf, type Walk } from './audience.ts';
import type { ReadyPlan } from './plan.ts';

const PAGE = 500;

const buttonsOf = ({ components }: ReadyPlan['template']): string[] =>
  components.flatMap(({ buttons }) => (buttons ?? []).flatMap(({ text }) => (text ? [text] : [])));

/** Counts as the start does: of two with one number one counts. */
export async function previewOf(app: App, by: BotSession, plan: ReadyPlan): Promise<CampaignPreview> {
  const { botId, connectionId, audience, template, slots } = plan;
  const walk: Walk = { botId, connectionId, viewer: by.viewer, audience, now: app.clock.now() };
  const sent = { category: template.category, components: template.components, slots };
  const reached = new Set<string>();
  const excluded = new Map<SkipReason, number>();
  const samples: CampaignSample[] = [];
  let total = 0;
  let after = '';
  for (;;) {
    const page = await pageOf(app.db, walk, after, PAGE);
    for (const who of page) {
      total += 1;
      const verdict = judge(who, sent);
      const skip = 'skip' in verdict ? verdict.skip : reached.has(verdict.address) ? 'same_phone' : null;
      if (skip !== null || 'skip' in verdict) {
        const why = skip ?? 'unknown';
        excluded.set(why, (excluded.get(why) ?? 0) + 1);
        continue;
      }
      reached.add(verdict.address);
      if (samples.length < CAMPAIGN_LIMITS.samples && who.lead_id !== null) {
        samples.push({
          lead_id: who.lead_id,
          name: who.name,
          phone: verdict.address,
          text: templateWords(template.components, verdict.filled),
          buttons: buttonsOf(template),
        });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.subject;
  }
  return {
    total,
    recipients: reached.size,
    excluded: [...excluded]
      .map(([why, n]) => ({ reason: SKIP_TEXTS[why], n }))
      .sort((a, b) => b.n - a.n || a.reason.localeCompare(b.reason)),
    samples,
    needs_head: reached.size > CAMPAIGN_LIMITS.free,
  };
}
