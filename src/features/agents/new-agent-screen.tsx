/** `/agente/nuevo` (docs/product.md §2 'Create agent page', §5, §8). */

import { Button, TextInput } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { AGENT_TEXTS, agentFault, stripPhone } from '../../../contract/rules/agents.ts';
import type { Area } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { blocking, showError } from '../../ui/dialogs/dialogs.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './agent-form.module.css';
import { agentsKey, placesKey, useAgentPlaces } from './agent-queries.ts';
import { AreaBoxes } from './area-boxes.tsx';
import { creationFailure } from './creation-failure.ts';
import { RoleSelect } from './role-select.tsx';

const AssociateDialog = lazyPart(() => import('./associate-dialog.tsx'));

interface Form {
  name: string;
  email: string;
  phone: string;
  category: Area[];
  role_id: number | null;
  password: string;
  password_confirmation: string;
}
const EMPTY: Form = {
  name: '',
  email: '',
  phone: '',
  category: ['general'],
  role_id: null,
  password: '',
  password_confirmation: '',
};

/** Creates the account, then links it; a link that fails is only logged (docs/product.md §8). */
async function createAndLink(botId: number, form: Form, photo: File | null): Promise<void> {
  const roleId = form.role_id ?? 0;
  const made = await call(agentCalls.createAgent, {
    body: {
      'agent[name]': form.name.trim(),
      'agent[email]': form.email.trim(),
      'agent[password]': form.password,
      'agent[password_confirmation]': form.password_confirmation,
      'agent[phone]': stripPhone(form.phone),
      'agent[assignments]': 'true',
      'agent[automatic_assignments]': 'true',
      'agent[bot_id]': botId,
      'agent[role_id]': roleId,
      'agent[category]': form.category.join(','),
    },
    file: photo,
  });
  try {
    await call(agentCalls.linkAgent, {
      body: { user_bot: { user_id: made.id, bot_id: botId, role_id: roleId, category: form.category } },
    });
  } catch (error) {
    console.error('The new agent could not be linked to the bot.', error);
  }
}

export function NewAgentScreen() {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const botId = place.bot.id;
  const mayAdd = may('new_agent', 'add');
  const places = useAgentPlaces(botId);
  const [form, setForm] = useState<Form>(EMPTY);
  const [inviting, setInviting] = useState(false);
  const [photo, setPhoto] = useState<File | null>(null);
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const set = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null);

  /** The error dialog, and afterwards back to the field that it speaks of. */
  const refuse = async (title: string, text: string | null, field: string | null) => {
    setFault(field === null ? null : { field, message: title });
    await showError(title, text);
    element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  const create = useMutation({
    mutationFn: () => blocking(AGENT_TEXTS.creating, () => createAndLink(botId, form, photo)),
    onSuccess: () => {
      toastSuccess(AGENT_TEXTS.created);
      void queries.invalidateQueries({ queryKey: agentsKey(botId) });
      void queries.invalidateQueries({ queryKey: placesKey(botId) });
      void navigate({ to: '/agentes' });
    },
    onError: (error) => {
      const { title, text, field } = creationFailure(error);
      void refuse(title, text, field);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayAdd || create.isPending) return;
    // Unknown places: the server makes the tenth check by itself.
    const found = agentFault({ ...form, bot_id: botId }, places.data ?? { used: 0, max: null });
    setFault(found);
    if (found) void refuse(found.message, null, found.field);
    else create.mutate();
  };
  const text = (field: 'name' | 'email' | 'phone' | 'password' | 'password_confirmation') => ({
    name: field,
    value: form[field],
    error: errorAt(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  });

  return (
    <Screen
      title="Nuevo agente"
      lead={`Tendrá su propia cuenta y trabajará en ${place.bot.bot_name}.`}
      back={{ to: '/agentes', label: 'Agentes' }}
      width="form"
    >
      <form ref={element} className={classes.form} onSubmit={submit} noValidate autoComplete="off">
        <PhotoField
          name={form.name}
          image={null}
          file={photo}
          disabled={!mayAdd}
          error={errorAt('photo')}
          onFile={(file) => {
            setPhoto(file);
            setFault((before) => (before?.field === 'photo' ? null : before));
          }}
        >
          {photo ? (
            <Button variant="subtle" size="xs" onClick={() => setPhoto(null)}>
              Quitar foto
            </Button>
          ) : null}
        </PhotoField>
        <div className={classes.pair}>
          <TextInput label="Nombre" maxLength={120} autoComplete="off" {...text('name')} />
          <TextInput
            label="Correo"
            type="email"
            autoCapitalize="none"
            autoComplete="off"
            {...text('email')}
          />
        </div>
        <div className={classes.pair}>
          <TextInput label="Teléfono" type="tel" maxLength={60} autoComplete="off" {...text('phone')} />
          <RoleSelect
            botId={botId}
            label="Rol asignado"
            value={form.role_id}
            onChange={(role_id) => set({ role_id })}
            error={errorAt('role_id')}
          />
        </div>
        <AreaBoxes
          value={form.category}
          onChange={(category) => set({ category })}
          error={errorAt('category')}
        />
        <div className={classes.pair}>
          <PasswordField label="Contraseña" autoComplete="new-password" {...text('password')} />
          <PasswordField
            label="Confirmar contraseña"
            autoComplete="new-password"
            {...text('password_confirmation')}
          />
        </div>
        <div className={classes.foot}>
          <AllowedButton
            variant="default"
            allowed={may('associate_agent', 'read')}
            leftSection={<IconMail size={16} aria-hidden="true" />}
            onClick={() => setInviting(true)}
          >
            Invitar por correo
          </AllowedButton>
          <AllowedButton
            type="submit"
            allowed={mayAdd}
            why={TEXTS.noSavePermission}
            loading={create.isPending}
          >
            Guardar
          </AllowedButton>
        </div>
      </form>
      {inviting ? (
        <AssociateDialog
          mode="invite"
          start={form}
          onClose={() => setInviting(false)}
          onDone={() => void navigate({ to: '/agentes' })}
        />
      ) : null}
    </Screen>
  );
}
