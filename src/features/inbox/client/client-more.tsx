/** What follows the data of the client beside a conversation: own fields, areas, consents, the block. */
import type { Lead } from '../../../../contract/entities/lead.ts';
import { useBlock } from './block-client.ts';
import { ClientAreas } from './client-areas.tsx';
import { ClientConsents } from './client-consents.tsx';
import classes from './client-more.module.css';
import { OwnFields } from './own-fields.tsx';

export default function ClientMore({ lead, editable }: { lead: Lead; editable: boolean }) {
  const block = useBlock(lead);
  return (
    <>
      {lead.blocked ? <p className={classes.blocked}>Bloqueado: lo que escriba no llega a nadie.</p> : null}
      <div className={classes.own}>
        <OwnFields lead={lead} editable={editable} />
      </div>
      <ClientAreas lead={lead} editable={editable} />
      <section className={classes.more} aria-label="Consentimientos">
        <h3>Consentimientos</h3>
        <ClientConsents lead={lead} editable={editable} />
      </section>
      {editable ? (
        <button
          type="button"
          className={classes.link}
          disabled={block.pending}
          onClick={() => void block.toggle()}
        >
          {lead.blocked ? 'Desbloquear al cliente' : 'Bloquear al cliente'}
        </button>
      ) : null}
    </>
  );
}
