import { Page } from '../../frame/page.tsx';
import { Controls } from './controls.tsx';
import { Lists } from './lists.tsx';
import styles from './page.module.css';
import { Windows } from './windows.tsx';

/** Every component in every state, light and dark side by side. Only in development. */
export default function DesignPage() {
  return (
    <Page title="Components" description="The ten components of the dashboard, in every state.">
      <div className={styles.themes}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} className={`${styles.theme} ${styles[theme]}`}>
            <Controls theme={theme} />
            <Lists theme={theme} />
            <Windows />
          </div>
        ))}
      </div>
    </Page>
  );
}
