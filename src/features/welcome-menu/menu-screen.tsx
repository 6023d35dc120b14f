/** `/menu-inicial`: the greeting and its options, as each channel will show them. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import { botManageCalls } from '../../../contract/calls/bots-manage.ts';
import { welcomeMenuCalls } from '../../../contract/calls/welcome-menu.ts';
import type { BotLook } from '../../../contract/entities/bot.ts';
import type { ClientNode, WelcomeMenu } from '../../../contract/entities/bot-node.ts';
import { CHANNELS, type Channel } from '../../../contract/states.ts';
import { CHANNEL_LABELS, TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { AnswersField } from '../center/answers-field.tsx';
import { askFirst, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { buildingKey, useDraftEdited } from '../publishing/draft-queries.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { ChannelFits } from './channel-fits.tsx';
import classes from './menu.module.css';
import {
  hasFaults,
  type MenuDraft,
  type MenuFaults,
  menuDraftOf,
  menuFaults,
  menuToSend,
} from './menu-draft.ts';
import { MenuOptions } from './menu-options.tsx';
import { MenuPreview } from './menu-preview.tsx';

interface Menu {
  revision: number;
  menu: WelcomeMenu;
  nodes: ClientNode[];
  /** Of the chat, as it is published. */
  look: BotLook;
  ownWelcome: boolean;
}

/** The revision first: what is read after it is at least as new (see center-queries.ts). */
async function loadMenu(botId: number, signal: AbortSignal): Promise<Menu> {
  const params = { botId };
  const { revision } = await call(botDraftCalls.draftState, { params, signal });
  const [menu, nodes, { look, own_welcome: ownWelcome }] = await Promise.all([
    call(welcomeMenuCalls.welcomeMenu, { params, signal }),
    call(botNodeCalls.clientNodes, { params, signal }),
    call(botManageCalls.botSettings, { params: { id: botId }, signal }),
  ]);
  return { revision, menu, nodes, look, ownWelcome };
}

export function MenuScreen() {
  const { place } = usePlace();
  return <LoadedMenu key={place.bot.id} botId={place.bot.id} />;
}

function LoadedMenu({ botId }: { botId: number }) {
  const found = useQuery({
    queryKey: buildingKey(botId, 'welcome'),
    queryFn: ({ signal }) => loadMenu(botId, signal),
  });
  if (found.data) return <MenuForm loaded={found.data} />;
  return (
    <Screen title="Menú inicial">
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Cargando el menú…" rows={6} height={80} />
      )}
    </Screen>
  );
}

function MenuForm({ loaded }: { loaded: Menu }) {
  const { place, user } = usePlace();
  const may = useMay();
  const edited = useDraftEdited();
  const botId = place.bot.id;
  const saved = useMemo(() => menuDraftOf(loaded.menu), [loaded.menu]);
  const typed = useTyped<MenuDraft>(`menu/${user.id}/${botId}`, saved, loaded.revision);
  useLeaveGuard(typed);
  const [faults, setFaults] = useState<MenuFaults>({ options: {} });
  const [channel, setChannel] = useState<Channel>('web');
  const there = useMemo(() => new Set(loaded.nodes.map(({ node_id }) => node_id)), [loaded.nodes]);
  const draft = typed.value;
  const allowed = may('menu_inicial', 'edit');
  const put = (change: Partial<MenuDraft>) => typed.set((before) => ({ ...before, ...change }));

  const done = (text: string) => async (answer: { revision: number }) => {
    await edited(answer.revision);
    typed.forget();
    toastSuccess(text);
  };
  const save = useFormAct({
    run: (revision) =>
      call(welcomeMenuCalls.updateWelcome, {
        body: { bot_id: botId, ...menuToSend(draft, saved, there), revision },
      }),
    done: done('Menú guardado'),
    refresh: edited,
  });
  const reset = useFormAct({
    run: (revision) => call(welcomeMenuCalls.resetWelcomeButtons, { body: { bot_id: botId, revision } }),
    done: done('Menú restablecido'),
    refresh: edited,
    insist: 'Restablecer de todos modos',
  });
  const submit = submitOf(save, typed, () => {
    const found = menuFaults(draft);
    setFaults(found);
    return !hasFaults(found);
  });
  const askReset = () =>
    askFirst(reset, typed, {
      title: '¿Restablecer el menú?',
      text: 'Las opciones vuelven a ser las de la plantilla, en su orden. El saludo se conserva. Lo que no hayas guardado se pierde.',
      confirm: 'Restablecer',
    });
  const disabled = !allowed || save.isPending || reset.isPending;
  return (
    <Screen
      title="Menú inicial"
      lead="Lo primero que ven tus clientes: el saludo y las opciones para empezar."
      actions={
        <AllowedButton
          variant="default"
          allowed={allowed}
          why={TEXTS.noSavePermission}
          loading={reset.isPending}
          onClick={() => void askReset()}
        >
          Restablecer
        </AllowedButton>
      }
    >
      <PublishBar unsaved={typed.dirty} />
      <form onSubmit={submit} noValidate className={classes.columns}>
        <div className={classes.fields}>
          <FormNotes form={typed} acts={[save, reset]} fieldsHere />
          <Section id="menu-greeting" title="Saludo">
            <AnswersField
              label="Saludo"
              quiet
              answers={draft.answers}
              error={faults.answers}
              disabled={disabled}
              onChange={(answers) => put({ answers })}
            />
          </Section>
          <Section
            id="menu-options"
            title="Opciones"
            lead="Arrástralas para ordenarlas, o usa las flechas. Con el teclado: espacio para tomar una, flechas para moverla, espacio para soltarla."
          >
            <MenuOptions
              options={draft.options}
              nodes={loaded.nodes}
              faults={faults.options}
              disabled={disabled}
              onChange={(options) => put({ options })}
            />
          </Section>
          <div className={classes.foot}>
            <SaveBar form={typed} acts={[save, reset]} allowed={allowed} />
          </div>
        </div>
        <aside className={classes.aside} aria-label="Cómo lo ven tus clientes">
          <h2>Así lo ven tus clientes</h2>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Canal de la vista previa"
            value={channel}
            onChange={(value) => setChannel(CHANNELS.find((one) => one === value) ?? 'web')}
            data={CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          />
          <MenuPreview
            menu={draft}
            nodes={loaded.nodes}
            channel={channel}
            bot={place.bot}
            look={loaded.look}
            ownWelcome={loaded.ownWelcome}
          />
          <ChannelFits labels={draft.options.map(({ label }) => label)} />
        </aside>
      </form>
    </Screen>
  );
}
