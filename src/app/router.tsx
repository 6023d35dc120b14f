/** The routes of spec §2, in code. Every screen is lazy; guards decide by the stored session. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { readInboxSearch } from '../features/inbox/inbox-search.ts';
import { session } from '../session/session.ts';
import { config, inboxName, inboxPath } from './client-config.ts';
import { lazyScreen } from './lazy-screen.ts';
import { ErrorPage } from './pages/error-page.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Pending } from './pages/pending.tsx';
import { redirectTarget } from './redirect-target.ts';
import { COMING, COMING_PUBLIC } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name: window title and 'En construcción' page. */
    title?: string;
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Logged in already: to the dashboard, but only when no query is given (spec §2). */
function awayWhenSignedIn({ search }: { search: Record<string, unknown> }): void {
  if (session() && Object.keys(search).length === 0) throw redirect({ to: '/dashboard' });
}
const readLoginSearch = (search: Record<string, unknown>): { redirect?: string } => {
  const target = redirectTarget(search['redirect']);
  return target === null ? {} : { redirect: target };
};
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

const publicComing = lazyScreen(() => import('./pages/public-coming.tsx'), 'PublicComing');
const comingPublic = COMING_PUBLIC.map(({ path, title }) =>
  createRoute({ getParentRoute: () => root, path, component: publicComing, staticData: { title } }),
);

/** Everything behind the login: without a session to /login, and back afterwards. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (!session()) throw redirect({ to: '/login', search: { redirect: location.href } });
  },
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
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
  staticData: { title: 'Dashboard' },
});
const underConstruction = lazyScreen(() => import('./pages/under-construction.tsx'), 'UnderConstruction');
const coming = COMING.map(({ path, title }) =>
  createRoute({ getParentRoute: () => inside, path, component: underConstruction, staticData: { title } }),
);

/** The inbox under its name, and the other two names that lead to it (their query comes along). */
function inboxRoutes() {
  const { slug } = config().product;
  const inbox = createRoute({
    getParentRoute: () => inside,
    path: inboxPath(),
    validateSearch: readInboxSearch,
    component: lazyScreen(() => import('../features/inbox/inbox-screen.tsx'), 'InboxScreen'),
    staticData: { title: inboxName() },
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
      ...comingPublic,
      inside.addChildren([dashboard, ...inboxRoutes(), ...coming]),
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
