/**
 * `/integration-install`: how the chat gets into a site, for anyone who maintains it: no account is needed, the snippet
 * says whose chat it is. The last step asks the server whether the chat has been opened there.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { scriptOf, snippetOf } from '../../../contract/calls/bots-manage.ts';
import { dashboardCalls } from '../../../contract/calls/dashboard.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useSession } from '../../session/session.ts';
import { CopyCode } from '../../ui/copy-code.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { isShopInstall } from '../shop-install/answered.ts';
import { BUILDERS } from './builders.ts';
import classes from './install.module.css';

interface Snippet {
  id: number;
  token: string;
}

const ShopInstall = lazyPart(() => import('../shop-install/shopify-screen.tsx'));
const PageInterface = lazyPart(() => import('../embed/page-interface.tsx'));

export function InstallScreen() {
  const [ofShop] = useState(() => isShopInstall(location.search));
  return ofShop ? <ShopInstall /> : <Snippets />;
}

function Snippets() {
  const { bot, token } = useSearch({ strict: false });
  const signedIn = useSession() !== null;
  return (
    <main>
      <Screen
        title="Instala el chat en tu sitio"
        lead="Una línea de código, igual en todas las páginas. No frena la carga."
        width="form"
        {...(signedIn ? { back: { to: '/dashboard', label: 'Dashboard' } } : {})}
      >
        {bot !== undefined && token !== undefined ? (
          <Instructions bot={{ id: bot, token }} />
        ) : (
          <Empty
            title="Falta saber de qué chatbot es"
            next={
              <Link to={signedIn ? '/dashboard' : '/login'}>
                {signedIn ? 'Ir al Dashboard' : 'Inicia sesión'}
              </Link>
            }
          >
            <p>Abre esta página desde el panel, en Chatbot, Implementar: ahí está el código de tu chatbot.</p>
          </Empty>
        )}
      </Screen>
    </main>
  );
}

function Instructions({ bot }: { bot: Snippet }) {
  const [chosen, setChosen] = useState(BUILDERS[0]?.id);
  const builder = BUILDERS.find(({ id }) => id === chosen);
  return (
    <>
      <Section id="code" title="1. Copia y pega el código">
        <NativeSelect
          label="¿Con qué está hecho tu sitio?"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={BUILDERS.map(({ id, name }) => ({ value: id, label: name }))}
          className={classes.builder}
        />
        <ol className={classes.steps}>
          {builder?.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CopyCode
          code={builder?.form === 'tag' ? scriptOf(location.origin, bot) : snippetOf(location.origin, bot)}
        />
      </Section>
      <Section
        id="check"
        title="2. Comprueba que funciona"
        lead="Abre tu sitio en otra pestaña, hasta ver el botón del chat. Después, pregunta aquí."
      >
        <Check bot={bot} />
      </Section>
      <Section
        id="interface"
        title="3. Interfaz para la página (opcional)"
        lead="Para quien programa el sitio: lo que la página puede pedirle al chat."
      >
        <PageInterface />
      </Section>
    </>
  );
}

function Check({ bot }: { bot: Snippet }) {
  const [web, setWeb] = useState('');
  const check = useMutation({
    mutationFn: (typed: string) =>
      call(dashboardCalls.checkSnippet, { body: { bot_id: bot.id, token: bot.token, web: typed } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (web.trim() !== '') check.mutate(web.trim());
  };
  const fault = check.error ? (fieldErrors(check.error)['web'] ?? sentence(check.error)) : null;
  const found = check.data;
  return (
    <form onSubmit={submit} noValidate className={classes.check}>
      <TextInput
        label="Dirección de tu sitio"
        placeholder="www.mitienda.cl"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={web}
        error={fault}
        onChange={(event) => {
          setWeb(event.currentTarget.value);
          check.reset();
        }}
      />
      <Button type="submit" loading={check.isPending} disabled={web.trim() === ''}>
        Comprobar
      </Button>
      <div role="status" className={classes.result}>
        {found?.seen_at ? (
          <p data-live="true">
            <IconCircleCheckFilled size={18} aria-hidden="true" /> El chat de {found.bot_name} funciona en{' '}
            {found.origin}. Lo vimos ahí por última vez el {dateTimeText(found.seen_at)}.
          </p>
        ) : null}
        {found && !found.seen_at ? (
          <>
            <p>
              Todavía no hemos visto el chat de {found.bot_name} en {found.origin}.
            </p>
            <ul>
              <li>Revisa que el código esté publicado y sin cambios.</li>
              <li>Vacía la caché del sitio y recárgalo.</li>
              <li>Si tu sitio usa Content-Security-Policy, permite {location.origin}.</li>
              <li>Comprueba que el chatbot esté activo: desactivado no muestra su botón.</li>
              <li>Confirma el correo de la cuenta: hasta entonces el chat no responde.</li>
            </ul>
          </>
        ) : null}
      </div>
    </form>
  );
}
