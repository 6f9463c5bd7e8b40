// The routes: every screen with its address below the hash. Each screen is a separate chunk, loaded when first opened.
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { call } from './api/client.ts';
import { queryClient } from './api/read.ts';
import { currentSession, followOtherTabs, useSession, useSessionLocked } from './api/session.ts';
import type { Environment, List } from './api/types.ts';
import { EmptyState, ErrorMessage, Loading } from './components/Feedback.tsx';
import { watchHistory } from './components/stay-on-page.ts';
import { ASSESSMENT_COLUMNS, DEFAULT_LAYOUT, layoutParameters } from './events/layout.ts';
import { Login } from './login/Login.tsx';
import { LoginAgain } from './login/LoginAgain.tsx';
import { ENVIRONMENTS, initialEnvironment } from './shell/environment.ts';
import { parseSearch, type Search, stringifySearch } from './shell/filters.ts';
import { Shell } from './shell/Shell.tsx';

followOtherTabs(
  () => queryClient.clear(),
  () => void queryClient.invalidateQueries(),
);

/**
 * Without a session, shows the login page in place of the screen, so that the address does not change. After a session has
 * ended on its own, the screen stays mounted behind the login; if another member logs in, it is mounted anew.
 */
function RequireSession() {
  const session = useSession();
  const locked = useSessionLocked();
  if (session === null) return <Login />;
  return (
    <>
      <Shell key={session.user.id} onReady={preloadScreens} />
      {locked && <LoginAgain member={session.user} />}
    </>
  );
}

function PageNotFound() {
  return (
    <>
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState title="Page not found">
        <p>
          Check the address, or <a href="#/">go to the overview</a>.
        </p>
      </EmptyState>
    </>
  );
}

const root = createRootRoute({ component: Outlet, notFoundComponent: PageNotFound });

async function redirectToStart(): Promise<void> {
  if (currentSession() === null) return;
  const list = await queryClient.fetchQuery({
    queryKey: ENVIRONMENTS,
    queryFn: () => call<List<Environment>>('GET', ENVIRONMENTS[0], { query: ENVIRONMENTS[1] }),
  });
  const environment = initialEnvironment(list.data);
  if (environment !== undefined) throw redirect({ href: `/${environment.id}/overview` });
}

function Start() {
  const session = useSession();
  return session === null ? <Login /> : <Loading rows={3} />;
}

const start = createRoute({ getParentRoute: () => root, path: '/', loader: redirectToStart, component: Start });

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./login/Invitation.tsx'), 'Invitation'),
});

const environment = createRoute({
  getParentRoute: () => root,
  path: '/$environment',
  component: RequireSession,
  notFoundComponent: PageNotFound,
});

/** The chunks to preload. */
const loaders: (() => Promise<object>)[] = [];

/** A route below the environment; `load` imports the module that exports the component `name`. */
function screenRoute(path: string, load: () => Promise<object>, name: string) {
  loaders.push(load);
  const component = lazyRouteComponent(async () => {
    const module = (await load()) as Record<string, React.ComponentType>;
    return { default: module[name] as React.ComponentType };
  }, 'default');
  return createRoute({ getParentRoute: () => environment, path, component });
}

/** Redirects the addresses of the former list of risk assessments to the same rows of the event list. */
const assessments = createRoute({
  getParentRoute: () => environment,
  path: '/assessments',
  beforeLoad: ({ params, search }) => {
    // A cursor is valid for one list only.
    const { cursor: _, ...filters } = search as Search;
    const columns = layoutParameters({ ...DEFAULT_LAYOUT, columns: ASSESSMENT_COLUMNS });
    const next = stringifySearch({ ...filters, ...columns });
    throw redirect({ href: `/${params.environment}/events${next}`, replace: true });
  },
});

const screens = [
  screenRoute('/overview', () => import('./overview/OverviewScreen.tsx'), 'OverviewScreen'),
  screenRoute('/events', () => import('./events/EventsScreen.tsx'), 'EventsScreen'),
  screenRoute('/events/$event', () => import('./event/EventScreen.tsx'), 'EventScreen'),
  screenRoute('/worklist', () => import('./worklist/WorklistScreen.tsx'), 'WorklistScreen'),
  screenRoute('/campaigns/$campaign', () => import('./campaigns/CampaignScreen.tsx'), 'CampaignScreen'),
  screenRoute('/devices', () => import('./devices/DevicesScreen.tsx'), 'DevicesScreen'),
  screenRoute('/devices/$device', () => import('./devices/DeviceScreen.tsx'), 'DeviceScreen'),
  screenRoute('/accounts', () => import('./accounts/AccountsScreen.tsx'), 'AccountsScreen'),
  screenRoute('/accounts/$account', () => import('./accounts/AccountScreen.tsx'), 'AccountScreen'),
  screenRoute('/network', () => import('./network/NetworkScreen.tsx'), 'NetworkScreen'),
  screenRoute('/network/$network', () => import('./network/NetworkDetailScreen.tsx'), 'NetworkDetailScreen'),
  assessments,
  screenRoute('/policy', () => import('./policy/PolicyScreen.tsx'), 'PolicyScreen'),
  screenRoute('/alerts', () => import('./alerts/AlertsScreen.tsx'), 'AlertsScreen'),
  screenRoute('/webhooks', () => import('./webhooks/WebhooksScreen.tsx'), 'WebhooksScreen'),
  screenRoute('/webhooks/$endpoint', () => import('./webhooks/WebhookScreen.tsx'), 'WebhookScreen'),
  screenRoute('/keys', () => import('./keys/KeysScreen.tsx'), 'KeysScreen'),
  screenRoute('/integration', () => import('./integration/IntegrationScreen.tsx'), 'IntegrationScreen'),
  screenRoute('/members', () => import('./members/MembersScreen.tsx'), 'MembersScreen'),
  screenRoute('/audit', () => import('./audit/AuditScreen.tsx'), 'AuditScreen'),
  screenRoute('/settings', () => import('./settings/SettingsScreen.tsx'), 'SettingsScreen'),
];

/** Loads the chunks of the other screens while the browser is idle, so that opening one waits only for its data. */
export function preloadScreens(): void {
  const next = () => {
    const load = loaders.shift();
    if (load === undefined) return;
    load().then(
      () => whenIdle(next),
      () => undefined,
    );
  };
  whenIdle(next);
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 300);
}

watchHistory();

export const router = createRouter({
  routeTree: root.addChildren([start, invitation, environment.addChildren(screens)]),
  history: createHashHistory(),
  parseSearch: (text) => parseSearch(text),
  stringifySearch,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: ({ error, reset }) => <ErrorMessage error={error} onRetry={reset} />,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
