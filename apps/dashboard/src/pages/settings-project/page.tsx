import { CopyButton } from '../../frame/copy-button.tsx';
import { Section } from '../../frame/page.tsx';
import { useCurrent } from '../../session/current.ts';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { LogoForm } from './logo-form.tsx';
import { NameForm } from './name-form.tsx';
import styles from './page.module.css';

/** The name and the logo of the project on connect pages. */
export default function ProjectPage() {
  const { project, workspace, isOwner } = useCurrent();
  return (
    <SettingsFrame title="Project" description="People see the name and the logo when they connect an account.">
      <div className={styles.forms}>
        {isOwner ? (
          <>
            <NameForm key={project.name} />
            <LogoForm />
          </>
        ) : (
          <p className={styles.quiet}>Only owners of {workspace.name} change the name and the logo.</p>
        )}
      </div>
      <Section title="For your own code">
        <dl className={styles.facts}>
          <div>
            <dt>Project id</dt>
            <dd>
              <code>{project.id}</code> <CopyButton text={project.id} label="Copy project id" />
            </dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>{project.plan}</dd>
          </div>
        </dl>
      </Section>
    </SettingsFrame>
  );
}
