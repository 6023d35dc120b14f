/** `/automatizaciones/seguimiento-pedidos`. */
import { AutomationScreen } from './automation-screen.tsx';

export const OrderTrackingScreen = () => <AutomationScreen kind="seguimiento-pedidos" />;
