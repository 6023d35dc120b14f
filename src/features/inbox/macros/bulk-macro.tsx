/** 'Aplicar macro' to the selected conversations: each by the rules of one alone, and asked about first, for no undo follows. */

import { useState } from 'react';
import type { BulkChange } from '../../../../contract/calls/inbox-bulk.ts';
import type { Macro } from '../../../../contract/entities/macro.ts';
import { OFFER_LIMITS } from '../../../../contract/offer-limits.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import { useServerNow } from '../../../ui/use-now.ts';
import { macroLines } from '../../macros/macro-text.ts';
import { MacroChoice } from './macro-choice.tsx';

/** What the two clocks may differ by unnoticed, and how long a present is kept: who answered later was not seen. Ms. */
const UNSURE = 45_000;

/** Each has its channel. */
const OFFERED = `Los botones se ven como los muestra cada canal; en WhatsApp, con un texto de más de ${OFFER_LIMITS.whatsappText.toLocaleString('es-CL')} caracteres, salen como lista numerada. `;

const LINKED = 'Donde el canal no tiene cómo mostrar el enlace junto a los otros botones, no se aplica. ';

interface BulkMacroProps {
  botId: number;
  /** '12 conversaciones' */
  many: string;
  onClose: () => void;
  onChange: (change: BulkChange) => void;
}

export default function BulkMacro({ botId, many, onClose, onChange }: BulkMacroProps) {
  const now = useServerNow();
  // The list as it was when this covered it.
  const [seen_at] = useState(() => new Date(now - UNSURE).toISOString());
  const confirm = async (macro: Macro) => {
    const sure = await ask({
      title: `¿Aplicar «${macro.name}» a ${many}?`,
      text: `${macroLines(macro).join('. ')}. ${macro.buttons.length > 0 ? OFFERED : ''}${macro.links?.length ? LINKED : ''}Aplicada a varias no se puede deshacer.`,
      confirm: 'Aplicar',
    });
    if (!sure) return;
    const { id, revision } = macro;
    onChange({ macro: { id, revision, run: crypto.randomUUID(), seen_at } });
  };
  return (
    <MacroChoice
      botId={botId}
      title={`Aplicar macro a ${many}`}
      busy={false}
      failure={null}
      onChoose={(macro) => void confirm(macro)}
      onClose={onClose}
    />
  );
}
