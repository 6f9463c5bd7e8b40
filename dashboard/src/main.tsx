// Starts the dashboard: theme, cache, dialogs and router.
import './styles/mantine.ts';
import './styles/base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '../theme/theme.ts';
import { queryClient } from './api/read.ts';
import { ConfirmProvider } from './components/Confirm.tsx';
import { returnFocusToBusyButtons } from './components/return-focus.ts';
import { router } from './router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

returnFocusToBusyButtons();

createRoot(root).render(
  <StrictMode>
    {/* Variables and global classes come from style sheets (theme-css.ts, global.css): the CSP allows no style tags. */}
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Notifications position="bottom-right" containerWidth={380} />
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
