/** `/agentes` (docs/product.md §2 'Agents screen'): who works at the selected bot, and how, over the last 30 days. */

import { Button } from '@mantine/core';
import IconCalendarOff from '@tabler/icons-react/dist/esm/icons/IconCalendarOff.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconTools from '@tabler/icons-react/dist/esm/icons/IconTools.mjs';
import IconUnlink from '@tabler/icons-react/dist/esm/icons/IconUnlink.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { type Bot, liveThreeField } from '../../../contract/entities/bot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { UNLINK_TEXTS } from '../../../contract/rules/agents.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { config } from '../../base/client-config.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace, useZone } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, blocking, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import { skillNames } from '../team/skill-names.ts';
import { useAbsences, useSkills } from '../team/team-queries.ts';
import { AgentChoices, PresenceLegend } from './agent-choices.tsx';
import { agentsKey, placesKey, useAgents, usePresence } from './agent-queries.ts';
import { AgentTable } from './agent-table.tsx';
import { pageOf, shownAgents, withDetails } from './agent-view.ts';
import { PendingInvitations } from './pending-invitations.tsx';
import { type Around, type Choice, chosenRows, EVERYBODY } from './presence-view.ts';

const AssociateDialog = lazyPart(() => import('./associate-dialog.tsx'));
const SkillsDialog = lazyPart(() => import('./skills-dialog.tsx'));
const DAY = 24 * 60 * 60 * 1000;

/** Whether the bot is live version 3; the field's name holds the product's slug (docs/product.md §3). */
const isLiveThree = (bot: Bot): boolean => bot[liveThreeField(config().product.slug)] === true;

/** Exact figures, where the bot is live version 3 (docs/product.md §7). */
function useDetails(botId: number, live3: boolean) {
  return useQuery({
    queryKey: [...agentsKey(botId), 'details'],
    queryFn: ({ signal }) => {
      const to = Date.now();
      return call(agentCalls.agentDetails, {
        body: {
          from: new Date(to - LIMITS.agentActivityDays * DAY).toISOString(),
          to: new Date(to).toISOString(),
          bot_id: botId,
        },
        signal,
      });
    },
    enabled: live3,
  });
}

/** Unlinks one after the other. @returns how many it did, and why it stopped */
async function unlinkAll(relationIds: readonly number[]): Promise<{ done: number; failure: unknown }> {
  let done = 0;
  for (const relationId of relationIds) {
    try {
      await call(agentCalls.unlinkAgent, { params: { relationId } });
      done += 1;
    } catch (failure) {
      return { done, failure };
    }
  }
  return { done, failure: null };
}

export function AgentsScreen() {
  const { place } = usePlace();
  // Selection and page belong to one bot.
  return <Agents key={place.bot.id} />;
}

function Agents() {
  const { place } = usePlace();
  const { bot } = place;
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const agents = useAgents(bot.id);
  const details = useDetails(bot.id, isLiveThree(bot));
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [adding, setAdding] = useState<'associate' | 'invite' | null>(null);
  const [naming, setNaming] = useState(false);
  const [choice, setChoice] = useState<Choice>(EVERYBODY);
  const presence = usePresence(bot.id);
  const absences = useAbsences(bot.id);
  const skills = useSkills(bot.id);
  const zone = useZone();
  const around: Around = {
    presence: presence.data,
    absences: absences.data?.absences ?? [],
    zone: absences.data?.zone ?? zone,
    skills: (userId) => skillNames(skills.data, userId),
    now: useServerNow(),
  };
  const named = skills.data?.skills.map(({ name }) => name) ?? [];
  // A skill that has another name meanwhile chooses nobody.
  const chosenNow = named.includes(choice.skill) ? choice : { ...choice, skill: '' };
  const mayDelete = may('agentes', 'delete');
  const all = shownAgents(agents.data ?? []).map((row) => withDetails(row, details.data));
  const shown = pageOf(chosenRows(all, chosenNow, around), page);
  const failed = [presence, absences, skills].find(({ data, error }) => error && !data);
  const chosen = all.filter(({ relation_id }) => selected.has(relation_id));

  const unlink = useMutation({
    mutationFn: () =>
      blocking(UNLINK_TEXTS.doing, () => unlinkAll(chosen.map(({ relation_id }) => relation_id))),
    onSuccess: ({ done, failure }) => {
      setSelected(new Set());
      void queries.invalidateQueries({ queryKey: agentsKey(bot.id) });
      void queries.invalidateQueries({ queryKey: placesKey(bot.id) });
      if (done > 0) toastSuccess(UNLINK_TEXTS.done);
      if (failure) void showError('No pudimos desvincular a todos', sentence(failure));
    },
  });
  const confirmUnlink = async () => {
    const { title, text, confirm, cancel } = UNLINK_TEXTS;
    if (await ask({ title, text, confirm, cancel, danger: true })) unlink.mutate();
  };
  const invite = (
    <AllowedButton
      variant="default"
      allowed={may('associate_agent', 'read')}
      leftSection={<IconMail size={16} aria-hidden="true" />}
      onClick={() => setAdding('invite')}
    >
      Invitar por correo
    </AllowedButton>
  );
  const goNew = () => void navigate({ to: '/agente/nuevo' });

  return (
    <Screen
      title="Agentes"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead={`Quienes atienden en ${bot.bot_name}, con su actividad de los últimos ${LIMITS.agentActivityDays} días.`}
      actions={
        <>
          {chosen.length > 0 && mayDelete ? (
            <Button
              color="red"
              leftSection={<IconUnlink size={16} aria-hidden="true" />}
              onClick={() => void confirmUnlink()}
            >
              Desvincular
            </Button>
          ) : null}
          {may('role_list', 'read') ? (
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
              onClick={() => void navigate({ to: '/role/list' })}
            >
              Roles
            </Button>
          ) : null}
          <AllowedButton
            variant="default"
            allowed={may('agentes', 'read')}
            leftSection={<IconHistory size={16} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/historial-estado-agentes' })}
          >
            Seguimiento
          </AllowedButton>
          {may('live', 'read') ? (
            <Button
              variant="default"
              leftSection={<IconCalendarOff size={16} aria-hidden="true" />}
              onClick={() => void navigate({ to: '/ausencias' })}
            >
              Ausencias
            </Button>
          ) : null}
          {may('agentes', 'edit') ? (
            <Button
              variant="default"
              leftSection={<IconTools size={16} aria-hidden="true" />}
              onClick={() => setNaming(true)}
            >
              Habilidades
            </Button>
          ) : null}
          <AllowedButton
            variant="default"
            allowed={may('associate_agent', 'read')}
            leftSection={<IconLink size={16} aria-hidden="true" />}
            onClick={() => setAdding('associate')}
          >
            Asociar agente
          </AllowedButton>
          {invite}
          <AllowedButton
            allowed={may('new_agent', 'read')}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={goNew}
          >
            Crear agente
          </AllowedButton>
        </>
      }
    >
      {agents.isPending || (agents.data && skills.isPending) ? (
        <LoadRows label="Cargando agentes…" rows={5} />
      ) : null}
      {agents.error && !agents.data ? (
        <LoadError message={sentence(agents.error)} onRetry={() => void agents.refetch()} />
      ) : null}
      {agents.data && all.length === 0 ? (
        <Empty
          title="Aún no hay agentes en este chatbot"
          next={
            <AllowedButton
              allowed={may('new_agent', 'read')}
              size="md"
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              onClick={goNew}
            >
              Crear agente
            </AllowedButton>
          }
        >
          <p>Crea al primero y podrá tomar conversaciones desde ahora.</p>
        </Empty>
      ) : null}
      {agents.data && !skills.isPending && all.length > 0 ? (
        <>
          <AgentChoices
            choice={chosenNow}
            skills={named}
            onChoose={(next) => {
              setChoice(next);
              setPage(1);
              // What is not shown is not unlinked.
              setSelected(new Set());
            }}
          />
          {failed ? (
            <LoadError
              message={`No pudimos cargar el estado de todos. ${sentence(failed.error)}`}
              onRetry={() => {
                for (const query of [presence, absences, skills]) void query.refetch();
              }}
            />
          ) : null}
          {shown.rows.length === 0 ? (
            <Empty
              title="Nadie coincide con lo elegido"
              next={
                <Button variant="default" onClick={() => setChoice(EVERYBODY)}>
                  Mostrar a todas las personas
                </Button>
              }
            >
              <p>Elige otra vista u otra habilidad.</p>
            </Empty>
          ) : (
            <AgentTable
              rows={shown.rows}
              selectable={mayDelete}
              selected={selected}
              onSelect={setSelected}
              around={around}
              skilled={named.length > 0}
            />
          )}
          <Pager label="Páginas de agentes" page={shown.page} pages={shown.pages} onPage={setPage} />
          <PresenceLegend />
        </>
      ) : null}
      <PendingInvitations botId={bot.id} />
      {naming ? <SkillsDialog botId={bot.id} onClose={() => setNaming(false)} /> : null}
      {adding ? <AssociateDialog mode={adding} onClose={() => setAdding(null)} /> : null}
    </Screen>
  );
}
