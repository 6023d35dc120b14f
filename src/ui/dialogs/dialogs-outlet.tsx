/** Where dialogs appear; their part of the application is loaded with the first one. */
import { lazy, Suspense } from 'react';
import { useTopDialog } from './dialogs.ts';

const DialogHost = lazy(() => import('./dialog-host.tsx'));

export function DialogsOutlet() {
  const top = useTopDialog();
  return top ? (
    <Suspense fallback={null}>
      <DialogHost key={top.id} view={top} />
    </Suspense>
  ) : null;
}
