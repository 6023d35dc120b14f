/** `/settings/planes`, for internal accounts: what is in trouble, plans with their versions, coupons, plans given by hand. */
import { Screen, Section } from '../../ui/screen.tsx';
import { Coupons } from './coupons.tsx';
import { GrantForm } from './grant-form.tsx';
import { Plans } from './plans.tsx';
import { Troubles } from './troubles.tsx';

export function BillingOfficeScreen() {
  return (
    <Screen
      title="Planes y cobros"
      lead="Solo para cuentas internas."
      back={{ to: '/settings', label: 'Configuración' }}
    >
      <Section
        id="troubles"
        title="Con problemas"
        lead="Cobros que fallaron, pagos en revisión y devoluciones que esperan, lo más antiguo primero."
      >
        <Troubles />
      </Section>
      <Section
        id="plans"
        title="Planes"
        lead="Guardar escribe una versión nueva: quien ya tiene el plan conserva la suya, con su precio y sus límites."
      >
        <Plans />
      </Section>
      <Section
        id="coupons"
        title="Cupones"
        lead="Descuentan un porcentaje de cada cobro de lo que se contrata con ellos. Cambiarlos no toca lo ya contratado."
      >
        <Coupons />
      </Section>
      <Section
        id="grant"
        title="Otorgar un plan"
        lead="Sin cobro, con un motivo y hasta un día, o sin término. No se puede sobre un plan que alguien paga."
      >
        <GrantForm />
      </Section>
    </Screen>
  );
}
