/** What these screens ask for. */
import { useQuery } from '@tanstack/react-query';
import { billingOfficeCalls } from '../../../contract/calls/billing-office.ts';
import { call } from '../../api/call.ts';

export const OFFICE_KEY = 'billing-office';

export const useOfficePlans = () =>
  useQuery({
    queryKey: [OFFICE_KEY, 'plans'],
    queryFn: ({ signal }) => call(billingOfficeCalls.officePlans, { signal }),
  });

export const useOfficeCoupons = () =>
  useQuery({
    queryKey: [OFFICE_KEY, 'coupons'],
    queryFn: ({ signal }) => call(billingOfficeCalls.officeCoupons, { signal }),
  });

export const useTroubles = () =>
  useQuery({
    queryKey: [OFFICE_KEY, 'troubles'],
    queryFn: ({ signal }) => call(billingOfficeCalls.billingTroubles, { signal }),
    staleTime: 0,
  });
