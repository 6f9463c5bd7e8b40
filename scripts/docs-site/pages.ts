// The pages of the documentation site with their titles, in the order of the navigation.

export interface Page {
  /** Path in the repository. */
  source: string;
  /** Title in the navigation. */
  title: string;
}
export interface Group {
  title: string;
  pages: readonly Page[];
}

const page = (source: string, title: string): Page => ({ source, title });

/** A page of docs/ that is missing here fails the build. */
export const NAVIGATION: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      page('docs/index.md', 'Overview'),
      page('docs/start.md', 'Protect a login in 15 minutes'),
      page('docs/concepts.md', 'How a decision is made'),
      page('docs/glossary.md', 'Glossary'),
    ],
  },
  {
    title: 'Recipes',
    pages: [
      page('docs/recipes/index.md', 'All recipes'),
      page('docs/recipes/login.md', 'Login with a challenge'),
      page('docs/recipes/payment.md', 'Payment'),
      page('docs/recipes/password-reset.md', 'Password reset'),
      page('docs/recipes/account-change.md', 'Account change'),
      page('docs/recipes/fail-open.md', 'Timeouts and fail-open'),
      page('docs/recipes/native-apps.md', 'Native apps'),
      page('docs/recipes/thresholds.md', 'Tune thresholds'),
      page('docs/recipes/testing.md', 'Test in CI'),
      page('docs/recipes/notifications.md', 'Slack and SIEM'),
      page('examples/README.md', 'Frameworks and identity servers'),
      page('examples/webhook-receiver/README.md', 'Webhook receivers'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('docs/events.md', 'Event types'),
      page('docs/signals.md', 'Signals'),
      page('docs/errors.md', 'Errors'),
      page('docs/webhooks.md', 'Webhooks'),
      page('docs/sdk.md', 'Browser SDK'),
      page('docs/settings.md', 'Settings'),
      page('docs/cli.md', 'Command line'),
    ],
  },
  {
    title: 'Understand',
    pages: [
      page('docs/scoring.md', 'Scoring'),
      page('docs/devices.md', 'Device recognition'),
      page('docs/threat-model.md', 'Threat model'),
      page('docs/attacks.md', 'Attacks'),
      page('docs/dashboard.md', 'Analyst’s guide'),
      page('docs/comparison.md', 'Comparison'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('docs/deployment.md', 'Deployment'),
      page('docs/operations.md', 'Operations'),
      page('docs/performance.md', 'Performance'),
      page('docs/scaling.md', 'Scaling'),
      page('docs/faults.md', 'Faults'),
      page('docs/security.md', 'Security'),
      page('docs/releasing.md', 'Releasing'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('CHANGELOG.md', 'Changelog'),
      page('ARCHITECTURE.md', 'Architecture'),
      page('CONTRIBUTING.md', 'Contributing'),
      page('SECURITY.md', 'Report a vulnerability'),
      page('CODE_OF_CONDUCT.md', 'Code of conduct'),
      page('bench/README.md', 'Benchmarks'),
    ],
  },
];

/** The API reference is above the guide, at `/docs`. */
export const REFERENCE_SOURCE = 'docs/api.md';

/** The output file of a page, relative to the folder of the guide. */
export function outputOf(source: string): string {
  if (source === REFERENCE_SOURCE) return '../index.html';
  if (source === 'docs/index.md') return 'index.html';
  // SECURITY.md must not overwrite docs/security.md.
  if (source === 'SECURITY.md') return 'report-a-vulnerability.html';
  const path = source.startsWith('docs/') ? source.slice('docs/'.length) : source.toLowerCase();
  return path.replace(/(?:\/readme)?\.md$/, '.html');
}
