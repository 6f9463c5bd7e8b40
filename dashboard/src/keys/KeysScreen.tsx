// The API keys of the environment and the settings of all environments.
import { Page } from '../components/Page.tsx';
import { EnvironmentsCard } from './EnvironmentsCard.tsx';
import { KeysCard } from './KeysCard.tsx';

export function KeysScreen() {
  return (
    <Page
      title="Keys & environments"
      description="Public keys can only send events and may appear in web pages. Secret keys belong in your backend."
    >
      <KeysCard />
      <EnvironmentsCard />
    </Page>
  );
}
