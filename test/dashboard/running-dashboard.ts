// The service, a browser and a page of its owner for the tests of a file.
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { type Service, startService } from './service.ts';
import { type Visitor, visit } from './visitor.ts';

export interface RunningDashboard {
  service: Service;
  browser: Browser;
  visitor: Visitor;
}

/**
 * Starts a service without events before the tests of the file and stops it after them; its parts are there from then on. `prepare`
 * runs before the owner logs in.
 */
export function runDashboard(prepare?: (service: Service) => Promise<void>): RunningDashboard {
  const running = {} as RunningDashboard;
  before(async () => {
    [running.service, running.browser] = await Promise.all([startService(), launchChromium({ graphics: false })]);
    await prepare?.(running.service);
    running.visitor = await visit(running.browser, running.service);
  });
  after(async () => {
    await running.browser?.close();
    await running.service?.stop();
  });
  return running;
}
