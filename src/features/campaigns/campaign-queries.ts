/** Campaigns of a bot; their progress arrives live (topic `campaign:{id}`). */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  campaignCalls,
  type RecipientExportJob,
  type RecipientFilters,
} from '../../../contract/calls/campaigns.ts';
import type { CampaignDetail, CampaignPlan } from '../../../contract/entities/campaign.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import type { ExportSource } from '../history/use-exports.ts';

const oneKey = (id: string) => ['campaign', id, 'whole'] as const;

/** The bot's campaigns, the newest first. */
export const useCampaigns = (botId: number) =>
  useQuery({
    queryKey: ['campaigns', botId, 'list'],
    queryFn: ({ signal }) => call(campaignCalls.listCampaigns, { query: { bot_id: botId }, signal }),
  });

export const useCampaign = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(campaignCalls.showCampaign, { params: { id }, signal }),
  });

/** Numbers by which one may leave (topic `connections`). */
export const useNumbers = (botId: number) =>
  useQuery({
    queryKey: ['connections', botId, 'campaign-numbers'],
    queryFn: ({ signal }) => call(campaignCalls.campaignNumbers, { query: { bot_id: botId }, signal }),
  });

/** Who would get it, counted anew each time it is looked at. */
export const usePreview = (plan: CampaignPlan) =>
  useQuery({
    queryKey: ['campaign-preview', plan],
    queryFn: ({ signal }) => call(campaignCalls.previewCampaign, { body: plan, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

/** A page of recipients. */
export const useRecipients = ({ campaign: id, outcome, reason }: RecipientFilters, page: number) =>
  useQuery({
    queryKey: ['campaign', id, 'recipients', outcome ?? null, reason ?? null, page],
    queryFn: ({ signal }) =>
      call(campaignCalls.listCampaignRecipients, {
        params: { id },
        query: {
          ...(outcome === undefined ? {} : { outcome }),
          ...(reason === undefined ? {} : { reason }),
          page,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Puts what the server answered where the screens read it. */
export function useShowCampaign(): (campaign: CampaignDetail) => void {
  const queries = useQueryClient();
  return (campaign) => {
    queries.setQueryData(oneKey(campaign.id), campaign);
    void queries.invalidateQueries({ queryKey: ['campaigns', campaign.bot_id] });
  };
}

const STEPS = {
  start: campaignCalls.startCampaign,
  pause: campaignCalls.pauseCampaign,
  resume: campaignCalls.resumeCampaign,
  cancel: campaignCalls.cancelCampaign,
} as const;
export type CampaignStep = keyof typeof STEPS | { retry: string | undefined };

/** Moves it; a refusal is shown, and what stands there is asked again. */
export function useCampaignStep(id: string) {
  const queries = useQueryClient();
  const show = useShowCampaign();
  return useMutation({
    mutationFn: (step: CampaignStep) =>
      typeof step === 'string'
        ? call(STEPS[step], { params: { id } })
        : call(campaignCalls.retryCampaign, {
            params: { id },
            body: step.retry === undefined ? {} : { reason: step.retry },
          }),
    onSuccess: show,
    onError: (error) => {
      void showError('No pudimos hacerlo', sentence(error));
      void queries.invalidateQueries({ queryKey: oneKey(id) });
    },
  });
}

/** Files of recipients, as the shared list of files asks for them. */
export const recipientExports = (botId: number): ExportSource<RecipientExportJob> => ({
  key: ['exports', botId, 'recipients'],
  what: () => 'destinatarios',
  list: (signal) => call(campaignCalls.listRecipientExports, { query: { bot_id: botId }, signal }),
  drop: (id) => call(campaignCalls.deleteRecipientExport, { params: { id } }),
  link: (id) => call(campaignCalls.recipientExportLink, { params: { id } }),
});
