/** Holds the place of the notices' lazy part, and what the hub gave this tab to show before it had loaded. */
import { useRef } from 'react';
import type { Notice } from '../../../workers/hub/surface/notice.ts';
import { laterPart } from '../../base/lazy-part.tsx';
import { useNotices } from '../../hub/hooks.ts';

const Notices = laterPart(() => import('./notices.tsx'));

export function NoticesSlot() {
  // Null once the part is there and listens by itself.
  const early = useRef<Notice[] | null>([]);
  useNotices((notice) => early.current?.push(notice));
  return <Notices early={early} />;
}
