/** 'Eliminar' (own bots) and leaving a bot one was assigned (docs/product.md §5, §8). */

import type { QueryClient } from '@tanstack/react-query';
import { billingCalls, CANCEL_FAILED, CANCEL_STATUS } from '../../../contract/calls/billing.ts';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import type { Bot } from '../../../contract/entities/bot.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import type { PlaceContext } from '../../bot/place-context.ts';
import { ask, blocking, showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';

/** Ends the subscription first: a bot that is still paid for is not deleted. */
async function deleteOwn({ id, client_subscription }: Bot): Promise<void> {
  if (client_subscription) {
    const { status, message } = await call(billingCalls.cancelSubscription, {
      body: { id: client_subscription.id },
    });
    if (status === CANCEL_STATUS.failed)
      throw new ApiError(status, 'cancel_failed', message ?? CANCEL_FAILED);
  }
  await call(botManageCalls.deleteBot, { params: { id } });
}

/** Asks, then deletes an own bot, or leaves an assigned one. The only bot stays. */
export async function removeBot({ place, places, user }: PlaceContext, queries: QueryClient): Promise<void> {
  const { bot, owned } = place;
  if (places.length === 1) {
    await showError(TEXTS.onlyBot);
    return;
  }
  const sure = await ask(
    owned
      ? {
          title: `¿Eliminar ${bot.bot_name}?`,
          text: 'Se eliminarán el chatbot y su suscripción. No podrás revertir esta acción',
          confirm: 'Eliminar',
          danger: true,
        }
      : {
          title: `¿Dejar de trabajar en ${bot.bot_name}?`,
          text: 'El chatbot sigue existiendo, pero ya no lo verás.',
          confirm: 'Desvincularme',
          danger: true,
        },
  );
  if (!sure) return;
  try {
    await blocking(owned ? 'Eliminando el chatbot…' : 'Desvinculando…', () =>
      owned
        ? deleteOwn(bot)
        : call(botManageCalls.unlinkBot, { params: { userId: user.id, botId: bot.id } }).then(
            () => undefined,
          ),
    );
    toastSuccess(owned ? 'Chatbot eliminado' : 'Te desvinculaste del chatbot');
  } catch (error) {
    await showError(sentence(error));
  }
  await queries.invalidateQueries({ queryKey: [PLACES_KEY] });
}
