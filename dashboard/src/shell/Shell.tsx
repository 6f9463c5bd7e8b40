// The frame around every screen: the environment's band, the menu, and the screen itself.
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { queryClient } from '../api/read.ts';
import { endSession, useSession } from '../api/session.ts';
import { Await, Empty, Loading } from '../components/Feedback.tsx';
import { IconKeyboard, IconLogout, IconMenu2, IconMoon, IconSun, IconX } from '../components/icons.ts';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import { rememberEnvironment, useEnvironments, useMaybeEnvironment } from './environment.ts';
import { screen } from './links.ts';
import { NAVIGATION } from './navigation.ts';
import classes from './Shell.module.css';
import { ShortcutHelp } from './ShortcutHelp.tsx';

async function logOut(): Promise<void> {
  // The token is forgotten here whatever the service answers.
  await call('POST', '/v1/auth/logout').catch(() => undefined);
  queryClient.clear();
  endSession(null);
}

/** `onShown` is called once, after the frame is on screen. */
export function Shell({ onShown }: { onShown: () => void }) {
  const environments = useEnvironments();
  const environment = useMaybeEnvironment();
  useEffect(() => {
    if (environment !== null) rememberEnvironment(environment.id);
  }, [environment]);
  useEffect(onShown, [onShown]);
  return (
    <Await read={environments} loading={<Loading rows={3} />}>
      {() => (environment === null ? <NoEnvironment /> : <Frame key={environment.id} />)}
    </Await>
  );
}

function NoEnvironment() {
  return (
    <main className={classes.main}>
      <Empty title="This environment does not exist, or it is not yours">
        <p>
          The address names an environment that your organization does not have.{' '}
          <a href="#/">Go to your own environments</a>.
        </p>
      </Empty>
    </main>
  );
}

function Frame() {
  const environment = useMaybeEnvironment();
  const [menuOpen, setMenuOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // After a change of screen the focus goes to its content, as it would after a page load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the path alone
  useEffect(() => {
    setMenuOpen(false);
    if (!first.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [pathname]);
  if (environment === null) return null;
  return (
    <div className={classes.frame} data-kind={environment.kind}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={classes.band}>
        <ActionIcon
          className={classes.menuButton}
          variant="transparent"
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
          aria-controls="menu"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          {menuOpen ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
        </ActionIcon>
        <a className={classes.brand} href={screen(environment, 'overview')} aria-label="Assay, to the overview">
          Assay
        </a>
        <EnvironmentSwitch environment={environment} />
        <Tools onHelp={() => setHelpOpen(true)} />
      </header>
      <nav id="menu" className={classes.menu} data-open={menuOpen} aria-label="Main">
        <div className={classes.menuInside}>
          {NAVIGATION.map(({ group, items }) => (
            <div key={group} className={classes.group}>
              <p className={classes.groupName}>{group}</p>
              <ul>
                {items.map(({ path, name, icon: Icon }) => (
                  <li key={path}>
                    <a
                      className={classes.item}
                      href={screen(environment, path)}
                      aria-current={pathname.split('/')[2] === path ? 'page' : undefined}
                    >
                      <Icon size={18} stroke={1.7} aria-hidden />
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <main id="main" className={classes.main} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <ShortcutHelp opened={helpOpen} setOpened={setHelpOpen} />
    </div>
  );
}

function Tools({ onHelp }: { onHelp: () => void }) {
  const session = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const schemeName = dark ? 'Light colors' : 'Dark colors';
  return (
    <div className={classes.tools}>
      <span className={classes.who}>{session?.user.email}</span>
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon variant="transparent" aria-label="Keyboard shortcuts" onClick={onHelp}>
          <IconKeyboard size={19} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={schemeName}>
        <ActionIcon
          variant="transparent"
          aria-label={schemeName}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? <IconSun size={19} aria-hidden /> : <IconMoon size={19} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Log out">
        <ActionIcon variant="transparent" aria-label="Log out" onClick={() => void logOut()}>
          <IconLogout size={19} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
