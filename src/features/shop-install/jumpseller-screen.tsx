/** `/indexjumpseller`: where Jumpseller's app leads, and where its owner comes back. */
import { ShopInstallScreen } from './shop-install-screen.tsx';

export const JumpsellerScreen = () => <ShopInstallScreen provider="jumpseller" />;
