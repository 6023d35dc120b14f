/**
 * 'Asociar agente' and 'Invitar por correo' (docs/product.md §2, §5, §8): somebody by their address. The server decides which it
 * becomes: a proved address works here from now on, any other gets an invitation by mail.
 */

import { Button, Group, Modal, TextInput } from '@mantine/core';
import { agentCalls } from '../../../contract/calls/agents.ts';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import {
  AGENT_TEXTS,
  ASSOCIATE_TEXTS,
  associateFault,
  INVITATION_DAYS,
} from '../../../contract/rules/agents.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import type { Area } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { blocking, showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './agent-form.module.css';
import { agentsKey, invitationsKey, placesKey, useAgentPlaces } from './agent-queries.ts';
import { AreaBoxes } from './area-boxes.tsx';
import { RoleSelect } from './role-select.tsx';

/** What somebody has typed elsewhere already. */
export interface AssociateStart {
  email: string;
  role_id: number | null;
  category: readonly Area[];
}

interface AssociateDialogProps {
  /** 'invite': with areas, for who has no account yet. */
  mode?: 'associate' | 'invite';
  start?: AssociateStart;
  onClose: () => void;
  /** After it worked; default: `onClose`. */
  onDone?: () => void;
}

export default function AssociateDialog({
  mode = 'associate',
  start,
  onClose,
  onDone = onClose,
}: AssociateDialogProps) {
  useFocusBack();
  const { place } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const botId = place.bot.id;
  const inviting = mode === 'invite';
  const places = useAgentPlaces(botId);
  const mayAdd = may('associate_agent', 'add');
  // Esc answers the dialog on top alone; what was typed here stays.
  const covered = useTopDialog() !== null;
  const [email, setEmail] = useState(start?.email ?? '');
  const [roleId, setRoleId] = useState<number | null>(start?.role_id ?? null);
  const [areas, setAreas] = useState<Area[]>([...(start?.category ?? ['general'])]);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null);
  const link = useMutation({
    mutationFn: () =>
      blocking(ASSOCIATE_TEXTS.doing, () =>
        call(agentCalls.associateAgent, {
          body: { email: normalizeEmail(email), bot_id: botId, role_id: roleId, category: areas },
        }),
      ),
    onSuccess: (answer) => {
      toastSuccess('pending' in answer ? ASSOCIATE_TEXTS.invited : ASSOCIATE_TEXTS.done);
      for (const queryKey of [agentsKey(botId), placesKey(botId), invitationsKey(botId)])
        void queries.invalidateQueries({ queryKey });
      onDone();
    },
    onError: (error) => {
      const [found] = Object.entries(fieldErrors(error));
      setFault(found ? { field: found[0], message: found[1] } : null);
      void showError(ASSOCIATE_TEXTS.failed, found?.[1] ?? refusalText(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayAdd || link.isPending) return;
    const form = { email, role_id: roleId };
    const found = associateFault(form, places.data ?? { used: 0, max: null });
    const wrong = found?.field === 'email' ? null : emailFault(email);
    const first = wrong ? { field: 'email', message: wrong } : found;
    const noArea = areas.length === 0 ? { field: 'category', message: AGENT_TEXTS.area } : null;
    setFault(first ?? noArea);
    if (first?.field === 'plan') void showError(first.message);
    else if (!first && !noArea) link.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={inviting ? 'Invitar por correo' : 'Asociar agente'}
      centered
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <p>
          {inviting
            ? `Le enviamos un enlace que dura ${INVITATION_DAYS} días: con él elige su propia contraseña y entra al equipo de ${place.bot.bot_name}.`
            : `Quien ya confirmó su correo trabajará en ${place.bot.bot_name} desde ahora, con su misma contraseña. A los demás les llega una invitación por correo.`}
        </p>
        <TextInput
          label="Correo"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={errorAt('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <RoleSelect
          botId={botId}
          label="Rol"
          value={roleId}
          onChange={setRoleId}
          error={errorAt('role_id')}
        />
        {inviting || errorAt('category') ? (
          <AreaBoxes value={areas} onChange={setAreas} error={errorAt('category')} />
        ) : null}
        {inviting ? null : (
          <p>
            ¿No tiene cuenta?{' '}
            <Link to="/agente/nuevo" className={classes.link}>
              Crear agente
            </Link>
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <AllowedButton type="submit" allowed={mayAdd} why={TEXTS.noSavePermission} loading={link.isPending}>
            {inviting ? 'Invitar' : 'Asociar'}
          </AllowedButton>
        </Group>
      </form>
    </Modal>
  );
}
