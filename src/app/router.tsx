/** The routes of docs/product.md §2, in code. Every screen is lazy; guards decide by the stored session. */
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import type { PropsWithChildren } from 'react';
import { config, inboxName, inboxPath } from '../base/client-config.ts';
import { lazyScreen } from '../base/lazy-screen.ts';
import { readStripeSearch } from '../features/billing/stripe-search.ts';
import { readInboxSearch } from '../features/inbox/list/inbox-search.ts';
import { readInstallSearch } from '../features/install/install-search.ts';
import { readRegistrationSearch } from '../features/registration/registration-search.ts';
import { Pending } from '../frame/pending.tsx';
import type { ScreenRoute } from '../frame/screen.ts';
import type { ScreenRule } from '../frame/screen-access.ts';
import { session } from '../session/session.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { NotFound } from './pages/not-found.tsx';
import { BUILT, COMING } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name: window title and 'En construcción' page. */
    title?: string;
    /** Who sees it: the shell shows everybody else the view without access. `under`: its place in the sidebar. */
    rule?: ScreenRule & Pick<ScreenRoute, 'under'>;
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const WithQueries: AsyncRouteComponent<PropsWithChildren> = lazyScreen(
  () => import('./with-queries.tsx'),
  'WithQueries',
);
/** That one knows nothing of the router, so that what begins before it can share its code. */
const Asking: RouteComponent = () => (
  <WithQueries>
    <Outlet />
  </WithQueries>
);
const asking = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  // Once it is loaded there is nothing to wait for any more: then the router draws at once.
  component: Object.defineProperty(Asking, 'preload', { get: () => WithQueries.preload }),
});

/** Logged in already: to the dashboard, but only when no query is given (docs/product.md §2); with one the page says who is. */
function awayWhenSignedIn({ search }: { search: Record<string, unknown> }): void {
  if (session() && Object.keys(search).length === 0) throw redirect({ to: '/dashboard' });
}
/** As it came: any query keeps who is signed in from being sent on. Where `redirect` leads is judged when it is followed. */
const readLoginSearch = (search: Record<string, unknown>): Record<string, unknown> => search;
const loginScreen = lazyScreen(() => import('../features/auth/login-screen.tsx'), 'LoginScreen');
const login = ['/login', '/signin'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readLoginSearch,
    beforeLoad: awayWhenSignedIn,
    component: loginScreen,
    staticData: { title: 'Iniciar sesión' },
  }),
);

const registration = createRoute({
  getParentRoute: () => asking,
  path: '/registro',
  validateSearch: readRegistrationSearch,
  beforeLoad: awayWhenSignedIn,
  component: lazyScreen(
    () => import('../features/registration/registration-screen.tsx'),
    'RegistrationScreen',
  ),
  staticData: { title: 'Registro' },
});
/** Where links of mails lead, and the way to get one. */
const mailLinks = [
  createRoute({
    getParentRoute: () => asking,
    path: '/password_resets',
    component: lazyScreen(() => import('../features/account/forgot-screen.tsx'), 'ForgotScreen'),
    staticData: { title: 'Recuperar contraseña' },
  }),
  createRoute({
    getParentRoute: () => asking,
    path: '/password_resets/$token/$expire',
    component: lazyScreen(() => import('../features/account/reset-screen.tsx'), 'ResetScreen'),
    staticData: { title: 'Crear una nueva contraseña' },
  }),
  createRoute({
    getParentRoute: () => asking,
    path: '/confirm/$token',
    component: lazyScreen(() => import('../features/account/confirm-screen.tsx'), 'ConfirmScreen'),
    staticData: { title: 'Confirmar correo' },
  }),
  createRoute({
    getParentRoute: () => asking,
    path: '/invitacion/$token',
    component: lazyScreen(() => import('../features/account/invitation-screen.tsx'), 'InvitationScreen'),
    staticData: { title: 'Invitación' },
  }),
];

/** A customer's own ticket, by the signed address that they were given. */
const ticketPage = createRoute({
  getParentRoute: () => asking,
  path: '/ticket/$token',
  component: lazyScreen(() => import('../features/tickets/customer-page.tsx'), 'CustomerPage'),
  staticData: { title: 'Tu ticket' },
});

/** Anyone who maintains a site may have no account. */
const install = createRoute({
  getParentRoute: () => asking,
  path: '/integration-install',
  validateSearch: readInstallSearch,
  component: lazyScreen(() => import('../features/install/install-screen.tsx'), 'InstallScreen'),
  staticData: { title: 'Instala el chat en tu sitio' },
});

/** Where Stripe sends browsers back to, signed in or not. */
const stripe = createRoute({
  getParentRoute: () => asking,
  path: '/stripe',
  validateSearch: readStripeSearch,
  component: lazyScreen(() => import('../features/billing/stripe-screen.tsx'), 'StripeScreen'),
  staticData: { title: 'Pago con Stripe' },
});

/** Where an app of Jumpseller's store leads. */
const jumpseller = createRoute({
  getParentRoute: () => asking,
  path: '/indexjumpseller',
  component: lazyScreen(() => import('../features/shop-install/jumpseller-screen.tsx'), 'JumpsellerScreen'),
  staticData: { title: 'Conecta tu tienda en Jumpseller' },
});

/** Without a session to /login, and back afterwards. */
function onlySignedIn({ location }: { location: { href: string } }): void {
  if (!session()) throw redirect({ to: '/login', search: { redirect: location.href } });
}
/** Everything behind the login. */
const inside = createRoute({
  getParentRoute: () => asking,
  id: 'inside',
  beforeLoad: onlySignedIn,
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
});
/** Without the shell, whose own questions are refused meanwhile. */
const maintenance = createRoute({
  getParentRoute: () => asking,
  path: '/maintenance',
  beforeLoad: onlySignedIn,
  component: lazyScreen(() => import('../features/maintenance/maintenance-screen.tsx'), 'MaintenanceScreen'),
  staticData: { title: 'Mantenimiento' },
});
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' });
  },
});
const dashboard = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard',
  component: lazyScreen(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  staticData: { title: 'Dashboard', rule: { module: 'dashboard' } },
});
const underConstruction = lazyScreen(() => import('./pages/under-construction.tsx'), 'UnderConstruction');
const screenRoute = ({ path, title, ...rule }: ScreenRoute, component: RouteComponent) =>
  createRoute({ getParentRoute: () => inside, path, component, staticData: { title, rule } });
const coming = COMING.map((screen) => screenRoute(screen, underConstruction));
const built = BUILT.map(({ component, ...screen }) => screenRoute(screen, component));

/** The list of clients has two addresses; the query comes along. */
const clients = createRoute({
  getParentRoute: () => inside,
  path: '/clients',
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/clients-v2${location.searchStr}`, replace: true });
  },
});

/** The inbox under its name, and the other two names that lead to it (their query comes along). */
function inboxRoutes() {
  const { slug } = config().product;
  const inbox = createRoute({
    getParentRoute: () => inside,
    path: inboxPath(),
    validateSearch: readInboxSearch,
    component: lazyScreen(
      () => import('../features/inbox/inbox-screen.tsx'),
      'InboxScreen',
      ({ askFirstList }) => askFirstList(),
    ),
    staticData: { title: inboxName(), rule: { module: 'live' } },
  });
  const others = ['', '-4'].map((suffix) =>
    createRoute({
      getParentRoute: () => inside,
      path: `/${slug}-live${suffix}`,
      beforeLoad: ({ location }) => {
        throw redirect({ href: inboxPath() + location.searchStr, replace: true });
      },
    }),
  );
  return [inbox, ...others];
}

/** Builds the router; the client settings must be loaded (they name the inbox's route). */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      ...login,
      asking.addChildren([
        registration,
        stripe,
        install,
        jumpseller,
        ticketPage,
        ...mailLinks,
        maintenance,
        inside.addChildren([dashboard, clients, ...inboxRoutes(), ...built, ...coming]),
      ]),
    ]),
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;
