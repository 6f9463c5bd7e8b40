// Runs the service and a browser, with a page of the owner, for the tests of a file.
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { type Visitor, visit } from './visitor.ts';

export interface RunningService {
  service: Service;
  browser: Browser;
}

export interface RunningDashboard extends RunningService {
  visitor: Visitor;
}

interface ServiceOptions {
  /** Imports 1,255 logins into the test environment; otherwise the service has no events. */
  events?: boolean;
  /** Environment variables of the service, for example of a server that is started for it. */
  settings?: () => Promise<Record<string, string>>;
  /** Further preparation for the tests, which runs before the owner logs in. */
  prepare?: (service: Service) => Promise<void>;
}

interface DashboardOptions extends ServiceOptions {
  viewport?: BrowserContextOptions['viewport'];
}

/** Starts a service and a browser before the tests of the file and stops them afterwards. The result is filled at the start. */
export function runService({ events = false, settings, prepare }: ServiceOptions = {}): RunningService {
  const running = {} as RunningService;
  before(async () => {
    [running.service, running.browser] = await Promise.all([
      startService({ events, settings: await settings?.() }),
      launchChromium({ graphics: false }),
    ]);
    await prepare?.(running.service);
  });
  after(async () => {
    await running.browser?.close();
    await running.service?.stop();
  });
  return running;
}

/** Like `runService`, with a page on which the owner has logged in. */
export function runDashboard({ viewport, prepare, ...options }: DashboardOptions = {}): RunningDashboard {
  // Not a separate hook: a file's hooks start when they are registered, without waiting for each other.
  const logIn = async (service: Service) => {
    await prepare?.(service);
    running.visitor = await visit(running.browser, service, viewport === undefined ? {} : { viewport });
  };
  const running = runService({ ...options, prepare: logIn }) as RunningDashboard;
  return running;
}
