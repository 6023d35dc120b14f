/** `/automatizaciones/carro-abandonado`. */
import { AutomationScreen } from './automation-screen.tsx';

export const LeftCartScreen = () => <AutomationScreen kind="carro-abandonado" />;
