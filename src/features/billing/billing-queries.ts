/** What the screens of plans ask for. Their keys begin with the topic, so that every change is asked for again. */
import { useQuery } from '@tanstack/react-query';
import { billingCalls } from '../../../contract/calls/billing.ts';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import { call } from '../../api/call.ts';

export const billingKey = (botId: number) => ['billing', botId] as const;

export function useBilling(botId: number) {
  return useQuery({
    queryKey: [...billingKey(botId), 'summary'],
    queryFn: ({ signal }) => call(paymentCalls.billingOf, { query: { bot_id: botId }, signal }),
  });
}

export function useCharges(botId: number) {
  return useQuery({
    queryKey: [...billingKey(botId), 'charges'],
    queryFn: ({ signal }) => call(paymentCalls.charges, { query: { bot_id: botId }, signal }),
  });
}

export function useBillingChanges(botId: number) {
  return useQuery({
    queryKey: [...billingKey(botId), 'changes'],
    queryFn: ({ signal }) => call(paymentCalls.billingChanges, { query: { bot_id: botId }, signal }),
  });
}

export function usePayWays(botId: number) {
  return useQuery({
    queryKey: [...billingKey(botId), 'ways'],
    queryFn: ({ signal }) => call(paymentCalls.payWays, { query: { bot_id: botId }, signal }),
  });
}

export function useSubscription(botId: number) {
  return useQuery({
    queryKey: ['subscription', botId],
    queryFn: ({ signal }) => call(billingCalls.subscriptionOfBot, { params: { botId }, signal }),
  });
}

export function usePlans(userId: number) {
  return useQuery({
    queryKey: ['plans', userId],
    queryFn: ({ signal }) => call(billingCalls.plansOfUser, { params: { userId }, signal }),
  });
}
