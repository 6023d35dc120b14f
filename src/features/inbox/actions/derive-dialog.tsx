/** 'Derivar…' and 'Asignar…': to whom and why (docs/product.md §4 Derive), for one conversation or many. */
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { absenceAt, absentUntilText } from '../../../../contract/rules/absences.ts';
import { AREAS, type Area } from '../../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../../contract/texts.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { useColleagues } from '../../../hub/hooks.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { skillNames } from '../../team/skill-names.ts';
import { useAbsences, useSkills } from '../../team/team-queries.ts';
import { choices } from './colleague-order.ts';
import classes from './derive-dialog.module.css';

/** From this many colleagues on a search field helps. */
const SEARCH_FROM = 7;

export interface DeriveDialogProps {
  title: string;
  /** What nobody has is assigned, what somebody has is derived. */
  verb: 'Derivar' | 'Asignar';
  /** Ids to whom it makes no sense. */
  notTo: ReadonlySet<number>;
  /** Who answers such comes first. */
  area: Area | null;
  onClose: () => void;
  onGive: (agentId: number, reason: string | null) => void;
  /** To whoever of an area's team has room; absent: to people alone. */
  onTeam?: ((area: Area, reason: string | null) => void) | undefined;
  /** What else goes along. */
  children?: ReactNode;
}

export default function DeriveDialog({
  title,
  verb,
  notTo,
  area,
  onClose,
  onGive,
  onTeam,
  children,
}: DeriveDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const colleagues = useColleagues(place.bot.id);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number | Area | null>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const present = useServerNow();
  const absences = useAbsences(place.bot.id).data;
  const skills = useSkills(place.bot.id).data;
  const offered = choices(colleagues ?? [], notTo, area, text, (id) => skillNames(skills, id));
  const awayOf = (id: number): string | null => {
    const found = absences ? absenceAt(absences.absences, id, present) : undefined;
    return found && absences ? absentUntilText(found.to, absences.zone) : null;
  };
  const away = typeof chosen === 'number' ? awayOf(chosen) : null;
  const submit = () => {
    const why = reason.trim() === '' ? null : reason.trim();
    if (chosen === null) setMissing(true);
    else if (typeof chosen === 'number') onGive(chosen, why);
    else onTeam?.(chosen, why);
  };
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {(colleagues?.length ?? 0) >= SEARCH_FROM ? (
          <TextInput
            label="Buscar por nombre o habilidad"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        <fieldset className={classes.people} aria-describedby={missing ? 'derive-missing' : undefined}>
          <legend>¿A quién?</legend>
          {offered.map((one, index) => (
            <label key={one.id} className={classes.person}>
              <input
                type="radio"
                name="derive-agent"
                value={one.id}
                checked={chosen === one.id}
                data-autofocus={index === 0 || undefined}
                onChange={() => {
                  setChosen(one.id);
                  setMissing(false);
                }}
              />
              <PersonAvatar name={one.name} id={String(one.id)} image={one.image} size={30} />
              <span className={classes.name}>
                <strong>{one.id === user.id ? `${one.name} (yo)` : one.name}</strong>
                <small>
                  {[
                    one.category.length > 0 ? one.category.join(', ') : 'todas las áreas',
                    ...one.skills,
                  ].join(' · ')}
                </small>
                {awayOf(one.id) === null ? null : <small>{awayOf(one.id)}</small>}
              </span>
              <span className={classes.status}>
                <StatusDot
                  status={one.connected ? 'active' : one.status === 'active' ? 'inactive' : one.status}
                />
                {one.connected || one.status !== 'active' ? AGENT_STATUS_LABELS[one.status] : 'Sin conexión'}
              </span>
            </label>
          ))}
          {onTeam && text === ''
            ? AREAS.map((team) => (
                <label key={team} className={classes.person}>
                  <input
                    type="radio"
                    name="derive-agent"
                    value={team}
                    checked={chosen === team}
                    onChange={() => {
                      setChosen(team);
                      setMissing(false);
                    }}
                  />
                  <span className={classes.name}>
                    <strong>Equipo de {team}</strong>
                    <small>A quien tenga cupo; si nadie puede, espera al equipo</small>
                  </span>
                </label>
              ))
            : null}
          {colleagues === undefined ? <p role="status">Cargando agentes…</p> : null}
          {colleagues !== undefined && offered.length === 0 ? (
            <p>
              {text === '' ? 'No hay otras personas en este chatbot.' : 'Nadie coincide con la búsqueda.'}
            </p>
          ) : null}
        </fieldset>
        {away === null ? null : (
          <p role="status" className={classes.warning}>
            {away}. Puedes {verb === 'Derivar' ? 'derivársela' : 'asignársela'} igual.
          </p>
        )}
        {missing ? (
          <p id="derive-missing" role="alert" className={classes.missing}>
            Elige a quién {verb.toLowerCase()}.
          </p>
        ) : null}
        <Textarea
          label="Motivo (opcional)"
          description="Lo verá quien la reciba."
          value={reason}
          maxLength={LIMITS.deriveReason}
          onChange={(event) => setReason(event.currentTarget.value)}
          rows={3}
        />
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">{verb}</Button>
        </Group>
      </form>
    </Modal>
  );
}
