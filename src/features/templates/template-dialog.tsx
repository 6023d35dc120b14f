/** The dialog in which a template of WhatsApp is filled and sent. */
import { Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import type { ComponentProps } from 'react';
import { TEXTS } from '../../../contract/texts.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { TemplateForm } from './template-form.tsx';
import classes from './templates.module.css';

interface TemplateDialogProps
  extends Pick<ComponentProps<typeof TemplateForm>, 'client' | 'hint' | 'onSend'> {
  title: string;
  allowed?: boolean;
  onClose: () => void;
}

export function TemplateDialog({ title, allowed = true, onClose, ...form }: TemplateDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const covered = useTopDialog() !== null;
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title={title} centered size="lg">
      {allowed ? (
        <TemplateForm {...form} botId={place.bot.id} channel="whatsapp" agent={user.name} />
      ) : (
        <p className={classes.state}>{TEXTS.noActionPermission}</p>
      )}
    </Modal>
  );
}
