/** Connects a shop, or gives a known one new credentials: where each is found, and the shop's own facts. */
import type { Connection, ShopProvider } from '../../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import { SHOP_FIELDS, SHOP_STEPS } from '../../../contract/entities/shop-forms.ts';
import { ConnectForm } from '../connections/connect-form.tsx';
import connections from '../connections/connections.module.css';

interface ShopDialogProps {
  provider: ShopProvider;
  /** Null: a new one. */
  of: Connection | null;
  onClose: () => void;
}

export default function ShopDialog({ provider, of, onClose }: ShopDialogProps) {
  return (
    <ConnectForm
      provider={provider}
      fields={SHOP_FIELDS[provider]}
      of={of}
      title={`Conectar ${PROVIDER_LABELS[provider]}`}
      connected="Tienda conectada"
      nameHelp="Para distinguirla de otras tiendas; si lo dejas vacío, usamos el de la tienda."
      onClose={onClose}
    >
      {of ? <p>Escribe solo lo que cambió. Los productos y lo que se leyó se mantienen.</p> : null}
      <ol className={connections.steps}>
        {SHOP_STEPS[provider].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </ConnectForm>
  );
}
