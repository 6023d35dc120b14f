/** Where dialogs appear; their part of the application is loaded with the first one. */
import { lazyPart } from '../../base/lazy-part.tsx';
import { useTopDialog } from '../dialogs/dialogs.ts';

const DialogHost = lazyPart(() => import('./dialog-host.tsx'));

export function DialogsOutlet() {
  const top = useTopDialog();
  return top ? <DialogHost key={top.id} view={top} /> : null;
}
