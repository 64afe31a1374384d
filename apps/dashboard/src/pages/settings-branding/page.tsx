import { Section } from '../../frame/page.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Table } from '../../parts/table.tsx';
import { useCurrent } from '../../session/current.ts';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { ContrastTable } from './contrast-table.tsx';
import styles from './page.module.css';
import { Sample } from './sample.tsx';

/** The name and the colours of this installation. Read-only: the operator sets them. */
export default function BrandingPage() {
  const { name, logoUrl, colour } = useCurrent().session.installation;
  const settings = [
    { setting: 'INSTALLATION_NAME', value: name, isOwn: name !== 'Fanfare' },
    { setting: 'INSTALLATION_LOGO', value: logoUrl === null ? 'No logo' : 'A file', isOwn: logoUrl !== null },
    { setting: 'INSTALLATION_COLOUR', value: colour ?? 'Orange of the product', isOwn: colour !== null },
  ];
  return (
    <SettingsFrame
      title="Branding"
      description="What people see of this installation when they sign in, connect an account or get a mail from it."
    >
      <div className={styles.samples}>
        <Sample scheme="light" />
        <Sample scheme="dark" />
      </div>
      <Section
        title="Settings of the server"
        description="Whoever runs the installation sets these variables and starts the server again. Nothing here can change them."
      >
        <Table
          label="Settings of the server"
          rows={settings}
          rowKey={({ setting }) => setting}
          columns={[
            { key: 'setting', label: 'Variable', cell: ({ setting }) => <code>{setting}</code> },
            { key: 'value', label: 'Value', cell: ({ value }) => <bdi className={styles.value}>{value}</bdi> },
            {
              key: 'state',
              label: 'State',
              cell: ({ isOwn }) => (isOwn ? <Badge tone="good">Set</Badge> : <Badge>Default</Badge>),
            },
          ]}
        />
      </Section>
      <Section
        title="Contrast"
        description="Text needs 4.5:1 to be readable for most people. The server does not start with a colour that has less."
      >
        <ContrastTable />
      </Section>
    </SettingsFrame>
  );
}
