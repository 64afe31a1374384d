import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import type { ThirdPartyPackage } from './read-package.ts';

export type Product = { readonly name: string; readonly version: string };

/** An SBOM as CycloneDX 1.6 JSON, without time and serial number: builds are equal. */
export function createBom(product: Product, packages: readonly ThirdPartyPackage[]): string {
  const ours = component({ ...product, license: 'Apache-2.0' }, Enums.ComponentType.Application);
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: ours }) });
  for (const one of packages) {
    const theirs = component(one, Enums.ComponentType.Library);
    bom.components.add(theirs);
    ours.dependencies.add(theirs.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { space: 2, sortLists: true })}\n`;
}

function component(
  { name: full, version, license }: Pick<ThirdPartyPackage, 'name' | 'version' | 'license'>,
  type: Enums.ComponentType,
): Models.Component {
  const [name = '', group] = full.split('/').reverse();
  const purl = new PackageURL('npm', group, name, version, undefined, undefined).toString();
  return new Models.Component(type, name, {
    group,
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository(license ? [licenseOf(license)] : []),
  });
}

/** An expression such as "(MIT OR CC0-1.0)" is not the name of one licence. */
const licenseOf = (license: string): Models.License =>
  /[\s()]/.test(license) ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license);
