/** 'Asociar agente' (spec §2, §5, §8): somebody who has an account already. */

import { Button, Group, Modal, TextInput } from '@mantine/core';
import { agentCalls } from '../../../contract/calls/agents.ts';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ASSOCIATE_TEXTS, associateFault } from '../../../contract/rules/agents.ts';
import { normalizeEmail } from '../../../contract/rules/email.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { blocking, showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './agent-form.module.css';
import { agentsKey, placesKey, useAgentPlaces } from './agent-queries.ts';
import { RoleSelect } from './role-select.tsx';

export default function AssociateDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const { place } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const botId = place.bot.id;
  const places = useAgentPlaces(botId);
  const mayAdd = may('associate_agent', 'add');
  // Esc answers the dialog on top alone; what was typed here stays.
  const covered = useTopDialog() !== null;
  const [email, setEmail] = useState('');
  const [roleId, setRoleId] = useState<number | null>(null);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const link = useMutation({
    mutationFn: () =>
      blocking(ASSOCIATE_TEXTS.doing, () =>
        call(agentCalls.associateAgent, {
          body: { email: normalizeEmail(email), bot_id: botId, role_id: roleId, category: ['general'] },
        }),
      ),
    onSuccess: () => {
      toastSuccess(ASSOCIATE_TEXTS.done);
      void queries.invalidateQueries({ queryKey: agentsKey(botId) });
      void queries.invalidateQueries({ queryKey: placesKey(botId) });
      onClose();
    },
    onError: (error) => {
      const [found] = Object.entries(fieldErrors(error));
      setFault(found ? { field: found[0], message: found[1] } : null);
      void showError(ASSOCIATE_TEXTS.failed, found?.[1] ?? sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayAdd || link.isPending) return;
    const found = associateFault({ email, role_id: roleId }, places.data ?? { used: 0, max: null });
    setFault(found);
    if (found?.field === 'plan') void showError(found.message);
    else if (!found) link.mutate();
  };
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title="Asociar agente" centered>
      <form onSubmit={submit} noValidate className={classes.form}>
        <p>Para quien ya tiene una cuenta. Trabajará en {place.bot.bot_name} con la misma contraseña.</p>
        <TextInput
          label="Correo"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={fault?.field === 'email' ? fault.message : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <RoleSelect
          botId={botId}
          label="Rol"
          value={roleId}
          onChange={setRoleId}
          error={fault?.field === 'role_id' ? fault.message : null}
        />
        <p>
          ¿No tiene cuenta?{' '}
          <Link to="/agente/nuevo" className={classes.link}>
            Crear agente
          </Link>
        </p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <AllowedButton type="submit" allowed={mayAdd} why={TEXTS.noSavePermission} loading={link.isPending}>
            Asociar
          </AllowedButton>
        </Group>
      </form>
    </Modal>
  );
}
