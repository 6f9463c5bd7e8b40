// The layout around every screen: environment banner, menu and content.
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../api/client.ts';
import { queryClient } from '../api/read.ts';
import { currentToken, endSession, useSession } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { Await, EmptyState, Loading } from '../components/Feedback.tsx';
import { IconKeyboard, IconLogout, IconMenu2, IconMoon, IconSearch, IconSun, IconX } from '../components/icons.ts';
import { makeRoomForNotifications } from '../components/notifications.ts';
import { Palette } from '../search/Palette.tsx';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import { rememberEnvironment, useEnvironments, useMaybeEnvironment } from './environment.ts';
import { screenHref } from './links.ts';
import { NAVIGATION } from './navigation.ts';
import classes from './Shell.module.css';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { useShortcuts } from './shortcuts.ts';

async function logOut(): Promise<void> {
  const token = currentToken();
  // Ends the session in all tabs first: otherwise another tab could take a 401 for an expired session, whose screens stay
  // mounted. The token is discarded even if the request fails.
  queryClient.clear();
  endSession(null);
  if (token !== null) await call('POST', '/v1/auth/logout', { token }).catch(() => undefined);
}

/** `onReady` is called once, after the layout has rendered. */
export function Shell({ onReady }: { onReady: () => void }) {
  const environments = useEnvironments();
  const environment = useMaybeEnvironment();
  useEffect(() => {
    if (environment !== null) rememberEnvironment(environment.id);
  }, [environment]);
  useEffect(onReady, [onReady]);
  useEffect(makeRoomForNotifications, []);
  return (
    <Await read={environments} loading={<Loading rows={3} />}>
      {() => (environment === null ? <NoEnvironment /> : <Frame key={environment.id} />)}
    </Await>
  );
}

function NoEnvironment() {
  return (
    <div className={classes.frame} data-kind="live">
      <header className={classes.banner}>
        <a className={classes.brand} href="#/" aria-label="Assay, go to your environments">
          Assay
        </a>
        <Tools onHelp={undefined} />
      </header>
      <main className={classes.alone}>
        <h1 className="visually-hidden">Environment not found</h1>
        <EmptyState title="Environment not found">
          <p>
            Your organization has no environment with this ID. <a href="#/">Go to your environments</a>.
          </p>
        </EmptyState>
      </main>
    </div>
  );
}

function Frame() {
  const environment = useMaybeEnvironment();
  const [menuOpen, setMenuOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const [searchOpen, setSearchOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // After a screen change, focus moves to the content, as it does after a page load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the path only
  useEffect(() => {
    setMenuOpen(false);
    if (!first.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [pathname]);
  useShortcuts({ f: () => main.current?.querySelector<HTMLInputElement>('search input')?.focus() });
  if (environment === null) return null;
  return (
    <div className={classes.frame} data-kind={environment.kind}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={classes.banner}>
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
        <a className={classes.brand} href={screenHref(environment, 'overview')} aria-label="Assay, go to overview">
          Assay
        </a>
        <EnvironmentSwitch environment={environment} />
        <button type="button" className={classes.search} onClick={() => setSearchOpen(true)}>
          <IconSearch size={16} aria-hidden />
          <span>Search</span> <kbd>Ctrl K</kbd>
        </button>
        <Tools onHelp={() => setHelpOpen(true)} />
      </header>
      <Navigation environment={environment} open={menuOpen} screen={pathname.split('/')[2]} />
      <main id="main" className={classes.main} ref={main} tabIndex={-1}>
        <ReadOnlyNotice />
        <Outlet />
      </main>
      <ShortcutHelp opened={helpOpen} setOpened={setHelpOpen} />
      <Palette
        opened={searchOpen}
        setOpened={setSearchOpen}
        onHelp={() => setHelpOpen(true)}
        onLogout={() => void logOut()}
      />
    </div>
  );
}

/** A notice on every screen, so that viewers do not look for buttons that their role lacks. */
function ReadOnlyNotice() {
  if (useSession()?.user.role !== 'viewer') return null;
  return (
    <p role="note" className={classes.readOnly}>
      Your role is viewer: you can read everything, and buttons that change something are not shown. An owner of your
      organization can give you another role.
    </p>
  );
}

interface NavigationProps {
  environment: Environment;
  /** Whether the menu is expanded on a narrow screen. */
  open: boolean;
  /** The path of the current screen. */
  screen: string | undefined;
}

function Navigation({ environment, open, screen }: NavigationProps) {
  return (
    <nav id="menu" className={classes.menu} data-open={open} aria-label="Main">
      <div className={classes.menuContent}>
        {NAVIGATION.map(({ group, items }) => (
          <div key={group} className={classes.group}>
            <p className={classes.groupName}>{group}</p>
            <ul>
              {items.map(({ path, name, icon: Icon }) => (
                <li key={path}>
                  <a
                    className={classes.item}
                    href={screenHref(environment, path)}
                    title={name}
                    aria-current={screen === path ? 'page' : undefined}
                  >
                    <Icon size={18} stroke={1.7} aria-hidden />
                    <span className={classes.itemName}>{name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function Tools({ onHelp }: { onHelp: (() => void) | undefined }) {
  const session = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const schemeName = dark ? 'Switch to light colors' : 'Switch to dark colors';
  return (
    <div className={classes.tools}>
      <span className={classes.user}>{session?.user.email}</span>
      {onHelp !== undefined && (
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon variant="transparent" aria-label="Keyboard shortcuts" onClick={onHelp}>
            <IconKeyboard size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
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
