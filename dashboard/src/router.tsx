// Every screen and its address, below the hash. Each screen is a file of its own that is loaded when it is first opened.
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
import { currentSession, useSession } from './api/session.ts';
import type { Environment, List } from './api/types.ts';
import { Empty, Failure, Loading } from './components/Feedback.tsx';
import { Login } from './login/Login.tsx';
import { ENVIRONMENTS, startEnvironment } from './shell/environment.ts';
import { parseSearch, stringifySearch } from './shell/filters.ts';
import { Shell } from './shell/Shell.tsx';

/** Without a session the log-in stands in the screen's place, so that the address is kept for afterwards. */
function Guarded() {
  return useSession() === null ? <Login /> : <Shell onShown={warmScreens} />;
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Empty title="There is no such page">
      <p>
        The address may be mistyped. <a href="#/">Go to the overview</a>.
      </p>
    </Empty>
  ),
});

async function toStart(): Promise<void> {
  if (currentSession() === null) return;
  const list = await queryClient.fetchQuery({
    queryKey: ENVIRONMENTS,
    queryFn: () => call<List<Environment>>('GET', ENVIRONMENTS[0], { query: ENVIRONMENTS[1] }),
  });
  const environment = startEnvironment(list.data);
  if (environment !== undefined) throw redirect({ href: `/${environment.id}/overview` });
}

function Start() {
  const session = useSession();
  return session === null ? <Login /> : <Loading rows={3} />;
}

const start = createRoute({ getParentRoute: () => root, path: '/', loader: toStart, component: Start });

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./login/Invitation.tsx'), 'Invitation'),
});

const environment = createRoute({ getParentRoute: () => root, path: '/$environment', component: Guarded });

/** A screen's module exports a component of the screen's name, and may export more. */
const loaders: (() => Promise<object>)[] = [];

function under(path: string, load: () => Promise<object>, name: string) {
  loaders.push(load);
  const component = lazyRouteComponent(async () => {
    const module = (await load()) as Record<string, React.ComponentType>;
    return { default: module[name] as React.ComponentType };
  }, 'default');
  return createRoute({ getParentRoute: () => environment, path, component });
}

const screens = [
  under('/overview', () => import('./overview/OverviewScreen.tsx'), 'OverviewScreen'),
  under('/events', () => import('./events/EventsScreen.tsx'), 'EventsScreen'),
  under('/events/$event', () => import('./event/EventScreen.tsx'), 'EventScreen'),
  under('/worklist', () => import('./worklist/WorklistScreen.tsx'), 'WorklistScreen'),
  under('/devices', () => import('./devices/DevicesScreen.tsx'), 'DevicesScreen'),
  under('/devices/$device', () => import('./devices/DeviceScreen.tsx'), 'DeviceScreen'),
  under('/accounts', () => import('./accounts/AccountsScreen.tsx'), 'AccountsScreen'),
  under('/accounts/$account', () => import('./accounts/AccountScreen.tsx'), 'AccountScreen'),
  under('/network', () => import('./network/NetworkScreen.tsx'), 'NetworkScreen'),
  under('/assessments', () => import('./assessments/AssessmentsScreen.tsx'), 'AssessmentsScreen'),
  under('/policy', () => import('./policy/PolicyScreen.tsx'), 'PolicyScreen'),
  under('/webhooks', () => import('./webhooks/WebhooksScreen.tsx'), 'WebhooksScreen'),
  under('/webhooks/$endpoint', () => import('./webhooks/WebhookScreen.tsx'), 'WebhookScreen'),
  under('/keys', () => import('./keys/KeysScreen.tsx'), 'KeysScreen'),
  under('/members', () => import('./members/MembersScreen.tsx'), 'MembersScreen'),
  under('/audit', () => import('./audit/AuditScreen.tsx'), 'AuditScreen'),
  under('/settings', () => import('./settings/SettingsScreen.tsx'), 'SettingsScreen'),
];

/** Fetches the other screens while nothing else is going on, so that opening one waits for its data alone. */
export function warmScreens(): void {
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

export const router = createRouter({
  routeTree: root.addChildren([start, invitation, environment.addChildren(screens)]),
  history: createHashHistory(),
  parseSearch: (text) => parseSearch(text),
  stringifySearch,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} again={reset} />,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
