import { laterPart } from '../../../base/lazy-part.tsx';

/** What only channels have (channel-part.tsx). */
export const ChannelPart = laterPart(() => import('./channel-part.tsx'));
