/** 'Implementar' (docs/product.md §2 'Embed-code dialog'): the code, and the chat as it will be, live. */
import { Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { usePlace } from '../../bot/place-context.ts';
import { BotPreview } from '../../ui/bot-preview.tsx';
import { ConfirmEmailNotice, useConfirmed } from '../../ui/confirm-email-notice.tsx';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { EmbedCode } from './embed-code.tsx';
import classes from './embed-dialog.module.css';

export default function EmbedDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  // Esc answers the dialog on top alone.
  const covered = useTopDialog() !== null;
  const { place, user } = usePlace();
  const { id, token, web, bot_name } = place.bot;
  const confirmed = useConfirmed(user);
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title={`Implementar ${bot_name}`} size="64rem">
      {confirmed || !place.owned ? null : <ConfirmEmailNotice user={user} />}
      <div className={classes.columns}>
        <EmbedCode bot={{ id, token }} />
        <div>
          <h3 className={classes.heading}>Vista previa</h3>
          <BotPreview bot={{ id, token, web, name: bot_name }} height={440} />
        </div>
      </div>
    </Modal>
  );
}
