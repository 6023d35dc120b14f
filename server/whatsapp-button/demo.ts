/** The demo café's button: two numbers to choose from. */
import type { WhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { FIRST_BUTTON } from '../../contract/whatsapp-button/button.ts';
import { json, sql } from '../platform/database/database.ts';
import { CAFE, PEOPLE } from '../platform/demo/cast.ts';
import type { Demo } from '../platform/demo/demo.ts';

const BUTTON: WhatsAppButton = {
  ...FIRST_BUTTON,
  on: true,
  contacts: [
    {
      id: 'demo-local',
      name: 'El local',
      phone: '+56961234510',
      area: null,
      text: 'Hola, les escribo desde {pagina}.',
    },
    {
      id: 'demo-pedidos',
      name: 'Pedidos para oficinas',
      phone: '+56961234511',
      area: 'ventas',
      text: 'Hola, quiero cotizar un pedido.\nSomos ',
    },
  ],
};

export const whatsappButtonDemo: Demo = {
  async fill(tx) {
    await tx.query(sql`
      insert into whatsapp_buttons (bot_id, revision, "on", button, updated_by_name)
      values (${CAFE}, 1, ${BUTTON.on}, ${json(BUTTON)}, ${PEOPLE.propietaria.name})`);
    return undefined;
  },
};
