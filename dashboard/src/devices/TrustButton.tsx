// Trusts a device or revokes its trust. Both are audited and sent to webhooks; live environments ask for confirmation.
import { Button } from '@mantine/core';
import { trustedDevice } from '../../../src/scoring/signals/trusted-device.ts';
import { useChange } from '../api/read.ts';
import { useMay } from '../api/session.ts';
import type { Device } from '../api/types.ts';
import { useConfirm } from '../components/Confirm.tsx';
import { IconShieldCheck, IconShieldOff } from '../components/icons.ts';
import { notifyError, notifySuccess } from '../components/notifications.ts';
import { useOneAtATime } from '../components/SubmitForm.tsx';
import { useEnvironment } from '../shell/environment.ts';

const EFFECT = `its future events score ${-trustedDevice.weight} points lower for accounts it is proven for`;

export function TrustButton({ device }: { device: Pick<Device, 'id' | 'is_trusted'> & { summary?: string } }) {
  const environment = useEnvironment();
  const may = useMay('trust_device');
  const confirm = useConfirm();
  const run = useOneAtATime();
  const change = useChange([`/v1/devices/${device.id}`, '/v1/events/', `/v1/environments/${environment.id}/devices`]);
  if (!may) return null;
  const { is_trusted: trusted } = device;
  const name = `${device.summary || 'device'} (${device.id})`;
  const toggle = async () => {
    const confirmed = await confirm({
      title: trusted ? `Revoke trust in ${name}?` : `Trust ${name}?`,
      body: trusted
        ? 'Its future events are scored like those of any other known device.'
        : `If you do, ${EFFECT}. Trust a device only if you know who owns it.`,
      action: trusted ? 'Revoke trust' : 'Trust device',
      environment,
    });
    if (!confirmed) return;
    try {
      await change.mutateAsync({ method: trusted ? 'DELETE' : 'POST', path: `/v1/devices/${device.id}/trust` });
      notifySuccess(trusted ? 'Device no longer trusted.' : `Device trusted: ${EFFECT}.`);
    } catch (error) {
      notifyError('Trust not changed', error);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={change.isBusy}
      leftSection={trusted ? <IconShieldOff size={15} aria-hidden /> : <IconShieldCheck size={15} aria-hidden />}
      onClick={() => void run(toggle)}
    >
      {trusted ? 'Revoke trust' : 'Trust device'}
    </Button>
  );
}
