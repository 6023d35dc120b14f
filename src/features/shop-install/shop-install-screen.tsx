/**
 * Installing a shop from either side: `/indexjumpseller`, and `/integration-install` where a shop opens it. Anybody may
 * see it: who is not signed in signs in or registers first, and the install waits for them in this browser.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { shopInstallCalls } from '../../../contract/calls/shop-installs.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import { INSTALL_FAULTS, type InstallProvider } from '../../../contract/entities/shop-install.ts';
import { allows } from '../../../contract/permissions.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { chooseBot, usePlaces } from '../../bot/bots.ts';
import type { BotPlace } from '../../bot/kept-places.ts';
import { useSession } from '../../session/session.ts';
import button from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { AuthLayout, Refusal } from '../auth/auth-layout.tsx';
import { type Answered, readAnswered } from './answered.ts';
import { dropInstall, keepInstall, pendingInstall } from './pending-install.ts';
import classes from './shop-install.module.css';

export function ShopInstallScreen({ provider }: { provider: InstallProvider }) {
  const [answered] = useState(() => readAnswered(location.search, provider));
  const signedIn = useSession();
  const offers = useQuery({
    queryKey: ['shop-installs'],
    queryFn: ({ signal }) => call(shopInstallCalls.shopInstalls, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Whatever happens next, it is known that a shop waits.
  useEffect(() => {
    const { shop, bot } = answered;
    keepInstall(provider, { ...(shop === '' ? {} : { shop }), ...(bot === null ? {} : { bot }) });
  }, [answered, provider]);
  const offer = offers.data?.find((one) => one.provider === provider);
  const label = PROVIDER_LABELS[provider];
  return (
    <AuthLayout title={`Conecta tu tienda en ${label}`}>
      {offers.isPending ? <LoadRows label="Preparando la instalación…" rows={2} height={44} /> : null}
      {offers.error ? (
        <LoadError message={sentence(offers.error)} onRetry={() => void offers.refetch()} />
      ) : null}
      {offer && !offer.offered ? (
        <div className={classes.steps}>
          <p>
            La instalación con un clic no está disponible: a este servidor le falta configurar{' '}
            {offer.missing.join(' y ')}. Puedes conectar la tienda con sus credenciales en Integraciones.
          </p>
          <Link to="/integraciones" className={button.link}>
            Ir a Integraciones
          </Link>
        </div>
      ) : null}
      {offer?.offered && !signedIn ? <SignInFirst label={label} /> : null}
      {offer?.offered && signedIn ? <Install answered={answered} userId={signedIn.user.id} /> : null}
    </AuthLayout>
  );
}

function SignInFirst({ label }: { label: string }) {
  // The same page again, with all that the shop said.
  const back = location.pathname + location.search;
  return (
    <div className={classes.steps}>
      <p>
        Para que tu chatbot lea los productos y pedidos de {label}, inicia sesión o crea tu cuenta. Seguimos
        con tu tienda apenas termines.
      </p>
      <Link to="/login" search={{ redirect: back }} className={`${button.link} ${button.primary}`}>
        Iniciar sesión
      </Link>
      <Link to="/registro" className={button.link}>
        Crear mi cuenta
      </Link>
    </div>
  );
}

/** Begun anew once by itself when an attempt is over, never in a circle. */
const AGAIN = 'shop-install-again';

function Install({ answered, userId }: { answered: Answered; userId: number }) {
  const places = usePlaces(userId);
  if (places.isPending) return <LoadRows label="Cargando tus chatbots…" rows={2} height={44} />;
  if (places.error && !places.data)
    return <LoadError message={sentence(places.error)} onRetry={() => void places.refetch()} />;
  const may = (places.data ?? []).filter(({ link }) =>
    allows(link.role.permissions, 'integraciones', 'edit'),
  );
  if (may.length === 0) {
    return (
      <div className={classes.steps}>
        <p>
          Aún no tienes un chatbot cuyas integraciones puedas cambiar. Crea uno y vuelve: tu tienda espera.
        </p>
        <Link to="/chatbot/new" className={`${button.link} ${button.primary}`}>
          Crear chatbot
        </Link>
      </div>
    );
  }
  return <Steps answered={answered} places={may} />;
}

function Steps({ answered, places }: { answered: Answered; places: readonly BotPlace[] }) {
  const { provider, said, fault } = answered;
  const navigate = useNavigate();
  const kept = pendingInstall();
  const label = PROVIDER_LABELS[provider];
  const first = places.find(({ bot }) => bot.id === (answered.bot ?? kept?.bot)) ?? places[0];
  const [botId, setBotId] = useState(first?.bot.id ?? 0);
  const [shop, setShop] = useState(answered.shop || kept?.shop || '');
  const own = said !== null && (kept?.states.includes(said.state) ?? false);
  const begin = useMutation({
    mutationFn: () =>
      call(shopInstallCalls.beginShopInstall, {
        params: { provider },
        body: { bot_id: botId, ...(provider === 'shopify' ? { shop } : {}) },
      }),
    onSuccess: ({ url }) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      keepInstall(provider, { shop, bot: botId, state });
      location.assign(url);
    },
  });
  const finish = useMutation({
    mutationFn: async () => {
      if (!said) throw new Error('Nothing was said to finish with');
      const { code, state, host, ...signed } = said;
      return provider === 'shopify'
        ? call(shopInstallCalls.shopifyAccessToken, {
            body: { code, state, ...signed, ...(host === null ? {} : { host }), bot_id: botId },
          })
        : call(shopInstallCalls.jumpsellerToken, { body: { code, state, bot_id: botId } });
    },
    onSuccess: (made) => {
      dropInstall();
      sessionStorage.removeItem(AGAIN);
      chooseBot(made.bot_id);
      toastSuccess('Tienda conectada');
      void navigate({ to: '/integraciones', replace: true });
    },
    onError: (error) => again(error instanceof ApiError && error.details['reason'] === 'expired'),
  });
  const again = (over: boolean) => {
    if (!over || sessionStorage.getItem(AGAIN) !== null) return;
    sessionStorage.setItem(AGAIN, '1');
    begin.mutate();
  };
  const onOpen = useEffectEvent(() => {
    // Only what this browser began goes on by itself: a link that somebody sent asks first.
    if (own && !fault) finish.mutate();
    else if (fault === 'unknown' && kept !== null && kept.states.length > 0) again(true);
  });
  useEffect(() => onOpen(), []);

  if (finish.isPending || (finish.isSuccess && !finish.error))
    return <LoadRows label={`Conectando tu tienda de ${label}…`} rows={2} height={44} />;
  const wrong = finish.error ?? begin.error;
  const finishing = said !== null && !fault && !finish.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (finishing) finish.mutate();
    else begin.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.steps} aria-busy={begin.isPending}>
      {fault ? <p>{INSTALL_FAULTS[fault]}</p> : null}
      {finishing && !own ? (
        <p>
          {provider === 'shopify' && said ? said.shop : 'Una tienda'} pide conectarse. Sigue solo si la
          pediste tú.
        </p>
      ) : null}
      {places.length > 1 ? (
        <NativeSelect
          label="¿Qué chatbot la atenderá?"
          value={String(botId)}
          onChange={(event) => setBotId(Number(event.currentTarget.value))}
          data={places.map(({ bot }) => ({ value: String(bot.id), label: bot.bot_name }))}
        />
      ) : (
        <p>
          La atenderá <strong>{places[0]?.bot.bot_name}</strong>.
        </p>
      )}
      {provider === 'shopify' && !finishing ? (
        <TextInput
          label="Dirección de tu tienda"
          placeholder="mi-tienda.myshopify.com"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={shop}
          onChange={(event) => {
            setShop(event.currentTarget.value);
            begin.reset();
          }}
        />
      ) : null}
      <Refusal>{wrong ? sentence(wrong) : null}</Refusal>
      <Button
        type="submit"
        size="md"
        loading={begin.isPending}
        disabled={provider === 'shopify' && !finishing && shop.trim() === ''}
      >
        {finishing ? 'Conectar' : wrong || fault ? 'Empezar de nuevo' : `Continuar en ${label}`}
      </Button>
      <p className={classes.note}>
        {label} te pedirá permiso para leer productos, pedidos y clientes. Puedes desinstalar la app cuando
        quieras: guardamos lo leído 30 días.
      </p>
    </form>
  );
}
