/** The fields that the bot has added, each edited in place as the others are. */
import type { Lead } from '../../../../contract/entities/lead.ts';
import { underBrand } from '../../../../contract/rules/catalogue-fields.ts';
import { sentence } from '../../../api/api-error.ts';
import { ListError } from '../list/list-states.tsx';
import { ClientField } from './client-field.tsx';
import classes from './client-panel.module.css';
import { addedField } from './lead-fields.ts';
import { useOwnFields } from './lead-query.ts';

export function OwnFields({ lead, editable }: { lead: Lead; editable: boolean }) {
  const own = useOwnFields(lead.bot_id);
  if (own.error && !own.data) {
    return (
      <ListError
        message={`No pudimos cargar los campos propios. ${sentence(own.error)}`}
        onRetry={() => void own.refetch()}
      />
    );
  }
  if (!own.data || own.data.length === 0) return null;
  return (
    <dl className={classes.fields}>
      {own.data.map((field) => (
        <ClientField
          key={field.key}
          field={addedField(underBrand(field, lead.fields?.['marca']))}
          lead={lead}
          editable={editable}
        />
      ))}
    </dl>
  );
}
