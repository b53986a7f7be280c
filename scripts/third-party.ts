/**
 * `node scripts/third-party.ts` prints whose programs and data the service contains, with their licences. `build.ts` writes it to
 * `dist/THIRD-PARTY.txt`, so the image and the package have it.
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** What stands in pages of the service besides the packages that the console imports (`packAssets` of build.ts). */
const pagePackages = ['@graphql-yoga/render-graphiql', '@scalar/fastify-api-reference']

const introduction = `Tack contains programs and data of others. This file names them, with their licences.

Country data: IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), in the form of
ip-location-db. Outlines of countries: Natural Earth, public domain.

libvips, which sharp uses to draw images, is under the GNU Lesser General Public License, version 3 or later, whose text is at the end.
It is a library of its own in node_modules/@img/sharp-libvips-*, which the service loads when it starts. You may replace it by another
build of it. Its sources, and the sources of the libraries in it: https://github.com/lovell/sharp-libvips.
`

/** Describes all packages that run in the service or in its pages. The same text of a licence stands there once. */
export function describeThirdParty(): string {
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const inService = Object.keys(packages).filter((path) => packages[path]?.dev !== true)
  const inPages = [...listConsoleImports(), ...pagePackages].flatMap((name) => [...closureOf(packages, name, '.')])
  const namesByText = new Map<string, string[]>()
  const paths = [...new Set([...inService, ...inPages])].filter((path) => existsSync(path))
  for (const path of paths.toSorted()) {
    const { license = 'no licence named', version } = packages[path] ?? {}
    const name = `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`
    const text = readLicence(path)
    namesByText.set(text, [...new Set([...(namesByText.get(text) ?? []), name])])
  }
  const parts = [...namesByText].map(([text, names]) => `${names.join('\n')}\n${text && `\n${text}\n`}`)
  const texts = ['lgpl-3.0', 'gpl-3.0'].map((name) => readFileSync(`scripts/licences/${name}.txt`, 'utf8'))
  return [introduction, ...parts, ...texts].join(`\n${'-'.repeat(80)}\n\n`)
}

/** The names of the packages that sources of the console import. */
function listConsoleImports(): Set<string> {
  const sources = globSync('console/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/(?:from|import\() ?'([^.#'][^']*)'/g)])
  const names = imports.map(([, path = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '')
  return new Set(names.filter((name) => existsSync(`node_modules/${name}/package.json`)))
}

/** The path of a package and of all that it needs. What is not installed is for other platforms, or is optional. */
function* closureOf(
  packages: Readonly<Record<string, LockedPackage>>,
  name: string,
  folder: string,
  seen = new Set<string>(),
): Generator<string> {
  const path = posix.join(folder, 'node_modules', name)
  const found = packages[path]
  if (!found) {
    if (folder !== '.') yield* closureOf(packages, name, posix.dirname(folder), seen)
    return
  }
  if (seen.has(path)) return
  seen.add(path)
  yield path
  const needs = { ...found.dependencies, ...found.optionalDependencies }
  for (const each of Object.keys(needs)) yield* closureOf(packages, each, path, seen)
}

/** The texts that a package has about its licence; empty for none. */
function readLicence(path: string): string {
  const files = globSync(`${path}/*`).filter((file) =>
    /^(licen[cs]e|notice|copying|dbip-license)/i.test(posix.basename(file)),
  )
  const texts = files.toSorted().map((file) => {
    try {
      return readFileSync(file, 'utf8').replaceAll('\r', '').trim()
    } catch {
      // A folder of texts.
      return ''
    }
  })
  return texts.join('\n\n')
}

if (process.argv[1]?.endsWith('third-party.ts')) process.stdout.write(describeThirdParty())
