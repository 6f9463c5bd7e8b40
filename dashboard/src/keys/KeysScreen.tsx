// The keys of the environment, and the organization's environments with their settings.
import { Page } from '../components/Page.tsx';
import { EnvironmentsCard } from './EnvironmentsCard.tsx';
import { KeysCard } from './KeysCard.tsx';

export function KeysScreen() {
  return (
    <Page
      title="Keys & environments"
      about="Public keys may be shown in a web page and only send events. Secret keys belong in your backend alone."
    >
      <KeysCard />
      <EnvironmentsCard />
    </Page>
  );
}
