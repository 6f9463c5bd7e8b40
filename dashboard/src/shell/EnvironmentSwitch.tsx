// Shows the current environment by name, icon and color, and switches to another.
import { Menu } from '@mantine/core';
import type { Environment } from '../api/types.ts';
import { IconBroadcast, IconChevronDown, IconFlask } from '../components/icons.ts';
import classes from './EnvironmentSwitch.module.css';
import { useEnvironments } from './environment.ts';

function EnvironmentName({ environment }: { environment: Environment }) {
  const Icon = environment.kind === 'live' ? IconBroadcast : IconFlask;
  return (
    <>
      <Icon size={16} aria-hidden />
      <strong>{environment.kind.toUpperCase()}</strong>
      <span className={classes.name}>{environment.name}</span>
    </>
  );
}

export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const environments = useEnvironments().data?.data ?? [];
  return (
    <Menu position="bottom-start" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.target}>
          <span className="visually-hidden">Environment:</span>
          <EnvironmentName environment={environment} />
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Environments</Menu.Label>
        {environments.map((other) => (
          <Menu.Item
            key={other.id}
            component="a"
            href={`#/${other.id}/overview`}
            aria-current={other.id === environment.id ? 'true' : undefined}
          >
            <span className={classes.option} data-kind={other.kind}>
              <EnvironmentName environment={other} />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
