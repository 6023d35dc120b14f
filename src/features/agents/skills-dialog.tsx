/** 'Habilidades': those that people of the bot can have, added, renamed and deleted. */
import { ActionIcon, Button, Modal, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { skillCalls } from '../../../contract/calls/skills.ts';
import type { Skill } from '../../../contract/entities/skill.ts';
import { SKILL_LIMITS } from '../../../contract/people-limits.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask, showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { skillsKey, useSkills } from '../team/team-queries.ts';
import classes from './skills-dialog.module.css';

export default function SkillsDialog({ botId, onClose }: { botId: number; onClose: () => void }) {
  useFocusBack();
  const queries = useQueryClient();
  const found = useSkills(botId);
  const covered = useTopDialog() !== null;
  const [renamed, setRenamed] = useState<Skill | null>(null);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const again = () => void queries.invalidateQueries({ queryKey: skillsKey(botId) });
  const start = (skill: Skill | null) => {
    setRenamed(skill);
    setName(skill?.name ?? '');
    setFault(null);
  };
  const save = useMutation({
    mutationFn: () =>
      renamed
        ? call(skillCalls.renameSkill, { params: { botId, skillId: renamed.id }, body: { name } })
        : call(skillCalls.addSkill, { params: { botId }, body: { name } }),
    onSuccess: () => {
      again();
      toastSuccess(renamed ? 'Habilidad renombrada' : 'Habilidad agregada');
      start(null);
    },
    onError: (error) => setFault(fieldErrors(error)['name'] ?? sentence(error)),
  });
  const remove = useMutation({
    mutationFn: (skill: Skill) => call(skillCalls.deleteSkill, { params: { botId, skillId: skill.id } }),
    onSuccess: () => {
      again();
      start(null);
      toastSuccess('Habilidad eliminada');
    },
    onError: (error) => {
      again();
      void showError('No pudimos eliminar la habilidad', sentence(error));
    },
  });
  const askRemove = async (skill: Skill) => {
    const sure = await ask({
      title: `¿Eliminar «${skill.name}»?`,
      text:
        skill.people === 0
          ? 'Nadie la tiene.'
          : `La ${skill.people === 1 ? 'pierde 1 persona' : `pierden ${skill.people} personas`} que la ${skill.people === 1 ? 'tiene' : 'tienen'}.`,
      confirm: 'Eliminar',
      danger: true,
    });
    if (sure) remove.mutate(skill);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    if (name.trim() === '') setFault('Escribe el nombre de la habilidad.');
    else save.mutate();
  };
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title="Habilidades" centered>
      <p className={classes.lead}>
        Por ejemplo «Inglés» o «Garantías». Se dan a cada persona en su ficha, y sirven para encontrarla al
        asignar.
      </p>
      {found.isPending ? <LoadRows label="Cargando habilidades…" rows={3} height={36} /> : null}
      {found.error && !found.data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.data && found.data.skills.length === 0 ? (
        <p className={classes.lead}>Aún no hay habilidades en este chatbot.</p>
      ) : null}
      <ul className={classes.list} aria-label="Habilidades del chatbot">
        {found.data?.skills.map((skill) => (
          <li key={skill.id}>
            <span>
              <strong>{skill.name}</strong>{' '}
              <small>{skill.people === 1 ? '1 persona' : `${skill.people} personas`}</small>
            </span>
            <ActionIcon variant="subtle" aria-label={`Renombrar ${skill.name}`} onClick={() => start(skill)}>
              <IconPencil size={17} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Eliminar ${skill.name}`}
              onClick={() => void askRemove(skill)}
            >
              <IconTrash size={17} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={renamed ? `Nuevo nombre de «${renamed.name}»` : 'Nueva habilidad'}
          value={name}
          error={fault}
          maxLength={SKILL_LIMITS.name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.foot}>
          {renamed ? (
            <Button variant="default" onClick={() => start(null)}>
              Cancelar
            </Button>
          ) : null}
          <Button type="submit" loading={save.isPending}>
            {renamed ? 'Renombrar' : 'Agregar'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
