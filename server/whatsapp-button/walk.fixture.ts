/** How the walks over all calls call those of this domain. */
import { FIRST_BUTTON } from '../../contract/whatsapp-button/button.ts';
import type { DomainWalk } from '../testing.ts';

export const walk: DomainWalk = {
  samples: { saveWhatsappButton: { body: { bot_id: 1, revision: 0, button: FIRST_BUTTON } } },
};
