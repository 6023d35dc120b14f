/** The tutorial pages, as screens ask for them. They change with a release or a video: seldom. */
import { queryOptions } from '@tanstack/react-query';
import { pageCalls } from '../../../contract/calls/pages.ts';
import { call } from '../../api/call.ts';

export const PAGES_KEY = 'tutorial-pages';
const STALE = 10 * 60_000;

/** One tutorial page by its id. */
export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: [PAGES_KEY, id],
    queryFn: ({ signal }) => call(pageCalls.getPage, { params: { id }, signal }),
    staleTime: STALE,
  });

export const pagesQuery = queryOptions({
  queryKey: [PAGES_KEY],
  queryFn: ({ signal }) => call(pageCalls.listPages, { signal }),
  staleTime: STALE,
});
