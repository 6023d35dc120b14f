/** `/automatizaciones/error-pago`. */
import { AutomationScreen } from './automation-screen.tsx';

export const FailedPaymentScreen = () => <AutomationScreen kind="error-pago" />;
