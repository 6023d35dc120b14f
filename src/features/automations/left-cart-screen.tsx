/** `/automatizaciones/carro-abandonado`. */
import { AutomationScreen } from './automation-screen.tsx';
import { Claims } from './claims.tsx';

export const LeftCartScreen = () => <AutomationScreen kind="carro-abandonado" beside={<Claims />} />;
