// The layout of the pages shown without a session: login and invitation.
import { useEffect } from 'react';
import classes from './AuthPage.module.css';

export function AuthPage({ title, children }: { title: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  return (
    <main className={classes.page}>
      <AuthPanel heading={<h1 className={classes.title}>{title}</h1>}>{children}</AuthPanel>
    </main>
  );
}

/** The panel with the logo, without the page around it. */
export function AuthPanel({ heading, children }: { heading: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={classes.panel}>
      <p className={classes.brand}>
        <img src="./assay.svg" width={28} height={28} alt="" /> Assay
      </p>
      {heading}
      {children}
    </div>
  );
}
