// The layout of the pages shown without a session: login and invitation.
import { useEffect } from 'react';
import classes from './AuthPage.module.css';

export function AuthPage({ title, children }: { title: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <p className={classes.brand}>
          <img src="./assay.svg" width={28} height={28} alt="" /> Assay
        </p>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
