import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readDockerfile } from '../../../scripts/image/read-dockerfile.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const FOLDER = path.join(ROOT, 'deploy/kubernetes');
const read = (name: string) => parse(readFileSync(path.join(FOLDER, `${name}.yaml`), 'utf8'));
const deployment = read('deployment').spec;
const pod = deployment.template.spec;
const [container] = pod.containers;
const image = readDockerfile(path.join(ROOT, 'Dockerfile'));

test('the kustomization has every manifest', () => {
  const others = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
  expect(read('kustomization').resources.toSorted()).toEqual(others.toSorted());
});

test('everything that selects pods selects those of the deployment', () => {
  const { labels } = deployment.template.metadata;
  const selected = [
    deployment.selector.matchLabels,
    read('service').spec.selector,
    read('pod-disruption-budget').spec.selector.matchLabels,
    read('network-policy').spec.podSelector.matchLabels,
    pod.topologySpreadConstraints[0].labelSelector.matchLabels,
  ];
  for (const one of selected) expect(one).toEqual(labels);
});

test('ports that are named belong to the container, and are those on which the image and the settings listen', () => {
  const ports = new Map(
    container.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
  );
  expect(Object.fromEntries(ports)).toEqual({
    http: Number(image.env.PORT),
    metrics: Number(read('config-map').data.METRICS_PORT),
  });
  const { ingress } = read('network-policy').spec;
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  const named = [
    ...read('service').spec.ports.map((one: { targetPort: string }) => one.targetPort),
    ...ingress.flatMap((rule: { ports: readonly { port: string }[] }) => rule.ports.map((one) => one.port)),
    ...probes.map((probe) => probe.httpGet.port),
  ];
  for (const name of named) expect(ports.has(name)).toBe(true);
});

test('secrets are files of the secret that the pod mounts', () => {
  const [mount] = container.volumeMounts;
  const { secret } = pod.volumes.find((volume: { name: string }) => volume.name === mount.name);
  const files = secret.items.map((item: { path: string }) => `${mount.mountPath}/${item.path}`);
  expect(container.env.map((one: { value: string }) => one.value)).toEqual(files);
});

test('pods run as the user of the image, and a pod is not evicted for media that the server accepts', () => {
  expect([pod.securityContext.runAsUser, pod.securityContext.runAsGroup]).toEqual([image.user.uid, image.user.gid]);
  const { sizeLimit } = pod.volumes.find((volume: { name: string }) => volume.name === 'media').emptyDir;
  expect(Number(read('config-map').data.MEDIA_SPOOL_BYTES)).toBeLessThan(Number.parseInt(sizeLimit, 10) * 2 ** 30);
});

test('the state of a server is in a volume of its pod alone', () => {
  const { name } = container.volumeMounts.find(
    (mount: { mountPath: string }) => mount.mountPath === read('config-map').data.STATE_DIR,
  );
  const { name: _, ...volume } = pod.volumes.find((one: { name: string }) => one.name === name);
  expect(volume).toEqual({ emptyDir: { sizeLimit: '64Mi' } });
});

test('no pod is restarted because the database is away, or killed while it publishes', () => {
  const paths = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
    (one) => one.httpGet.path,
  );
  expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  // 5 seconds of preStop, and 45 in which a server finishes.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(50);
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
test.skipIf(!hasKubectl)(
  'with the component for hosted files every pod has the shared volume where MEDIA_DIR is',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-kubernetes-'));
    cpSync(FOLDER, folder, { recursive: true });
    const file = path.join(folder, 'kustomization.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('# components:\n#   - hosted-files', 'components:\n  - hosted-files'));
    const made = parseAllDocuments(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }));
    rmSync(folder, { recursive: true });
    const [claim, settings, whole] = ['PersistentVolumeClaim', 'ConfigMap', 'Deployment'].map((kind) =>
      made.map((document) => document.toJS()).find((one) => one.kind === kind),
    );
    const { containers, volumes } = whole.spec.template.spec;
    const volume = volumes.find((one: { persistentVolumeClaim?: object }) => one.persistentVolumeClaim);
    expect(volume.persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(containers[0].volumeMounts).toContainEqual({ name: volume.name, mountPath: settings.data.MEDIA_DIR });
    expect(claim.spec.accessModes).toEqual(['ReadWriteMany']);
  },
);
