// Trusts a device or takes its trust away; audited, announced, and asked about on live.
import { Button } from '@mantine/core';
import { trustedDevice } from '../../../src/scoring/signals/trusted-device.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { IconShieldCheck, IconShieldOff } from '../components/icons.ts';
import { done, failed } from '../components/notice.ts';
import { useEnvironment } from '../shell/environment.ts';

const EFFECT = `its next events score ${-trustedDevice.weight} points lower for accounts that it has proven itself to`;

export function TrustButton({ device }: { device: { id: string; is_trusted: boolean } }) {
  const environment = useEnvironment();
  const may = useMay('trust_device');
  const confirm = useConfirm();
  const change = useChange([`/v1/devices/${device.id}`, '/v1/events/', `/v1/environments/${environment.id}/devices`]);
  if (!may) return null;
  const { is_trusted: trusted } = device;
  const toggle = async () => {
    const yes = await confirm({
      title: trusted ? 'Take the trust away?' : 'Trust this device?',
      body: trusted
        ? 'Its next events are judged like those of any other known device.'
        : `Then ${EFFECT}. Do this only when you know whose device it is.`,
      action: trusted ? 'Take trust away' : 'Trust device',
      environment,
    });
    if (!yes) return;
    try {
      await change.mutateAsync({ method: trusted ? 'DELETE' : 'POST', path: `/v1/devices/${device.id}/trust` });
      done(trusted ? 'The device is no longer trusted.' : `The device is trusted: ${EFFECT}.`);
    } catch (error) {
      failed('The trust was not changed', error);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={change.isPending}
      leftSection={trusted ? <IconShieldOff size={15} aria-hidden /> : <IconShieldCheck size={15} aria-hidden />}
      onClick={() => void toggle()}
    >
      {trusted ? 'Take trust away' : 'Trust device'}
    </Button>
  );
}
