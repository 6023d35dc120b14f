/** Tutorial pages (docs/product.md §7 'GET /get_page/{id} for tutorial pages'). */
import * as z from 'zod/mini';
import { foundPage, tutorialPage, VIDEO_ORIGINS } from '../entities/tutorial-page.ts';
import { LIMITS } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

const pageId = z.string().check(z.regex(/^[a-z0-9-]{1,80}$/));

/** The address of a player's frame. */
const videoUrl = shortText(500).check(
  z.refine((text) => VIDEO_ORIGINS.some((origin) => text.startsWith(`${origin}/`)), {
    error: `La dirección debe empezar por ${VIDEO_ORIGINS.map((origin) => `${origin}/`).join(', ')}.`,
  }),
);

export const pageCalls = {
  /** 404 for a page that does not exist. */
  getPage: defineCall({
    service: 'pages',
    method: 'GET',
    path: '/get_page/{id}',
    access: { kind: 'session' },
    params: z.object({ id: pageId }),
    answer: tutorialPage,
  }),
  /** In the order in which they are best read; without their blocks. */
  listPages: defineCall({
    service: 'pages',
    method: 'GET',
    path: '/pages',
    access: { kind: 'session' },
    answer: z.array(
      z.extend(z.pick(tutorialPage, { id: true, title: true, summary: true, url: true }), { steps: z.int() }),
    ),
  }),
  /** Those that answer a question, the best first, at most five; none: nothing speaks of it. */
  findPages: defineCall({
    service: 'pages',
    method: 'GET',
    path: '/pages/found',
    access: { kind: 'session' },
    query: z.object({ question: shortText(LIMITS.searchText) }),
    answer: z.array(foundPage),
  }),
  /** Gives a page its video, or takes it away (null). For internal accounts. */
  setPageVideo: defineCall({
    service: 'pages',
    method: 'PUT',
    path: '/pages/{id}/video',
    access: { kind: 'staff' },
    params: z.object({ id: pageId }),
    body: z.object({ url: z.nullable(videoUrl) }),
    answer: tutorialPage,
  }),
};
