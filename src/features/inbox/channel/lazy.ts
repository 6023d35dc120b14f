import { lazyPart } from '../../../base/lazy-part.tsx';

/** What only channels have (channel-part.tsx). */
export const ChannelPart = lazyPart(() => import('./channel-part.tsx'));
