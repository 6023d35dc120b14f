/** 'Sincronizar productos': reads the bot's shops again, once a day. */
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useMutation } from '@tanstack/react-query';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { startSync, useProductSyncs, useProductsChanged } from './product-queries.ts';

export function SyncButton() {
  const { place } = usePlace();
  const syncs = useProductSyncs(place.bot.id);
  const changed = useProductsChanged();
  const sync = useMutation({
    mutationFn: () => startSync(place.bot.id),
    onSuccess: () => void changed(),
    onError: (error) => void showError('No pudimos sincronizar', sentence(error)),
  });
  return (
    <AllowedButton
      allowed={place.link.role.base !== 'agente'}
      why={TEXTS.noActionPermission}
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={sync.isPending || syncs.data?.[0]?.state === 'running'}
      onClick={() => sync.mutate()}
    >
      Sincronizar productos
    </AllowedButton>
  );
}
