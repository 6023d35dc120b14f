/** `/integration-install` where Shopify's app leads: the same page, loaded only then. */
import { ShopInstallScreen } from './shop-install-screen.tsx';

export default function ShopifyScreen() {
  return <ShopInstallScreen provider="shopify" />;
}
