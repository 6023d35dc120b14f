/** The sidebar on a phone. */
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useFocusBack } from '../../ui/focus-back.ts';
import { Sidebar } from './sidebar.tsx';

export default function NavDrawer({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Drawer opened onClose={onClose} title="Menú" size="17rem" padding="sm">
      <Sidebar collapsed={false} onExpand={() => undefined} onGo={onClose} />
    </Drawer>
  );
}
