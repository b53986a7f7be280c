/**
 * `node scripts/production-tree.ts <folder>` writes all that the compiled service needs to run, and nothing else: `dist`, the
 * tables of a new database, the external packages with their dependencies, and the files that `npm run admin` reads.
 */

import { cpSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { externalPackages } from './external-packages.ts'

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** What npm has installed on this machine, by path: the part of package-lock.json for this platform. */
const { packages: installed } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** The path of a package as a file in `folder` would find it: the nearest one. Undefined when it is not installed. */
function resolvePackage(name: string, folder: string): string | undefined {
  const path = posix.join(folder, 'node_modules', name)
  if (path in installed) return path
  return folder === '.' ? undefined : resolvePackage(name, posix.dirname(folder))
}

/** The path of a package and of all that it needs. Optional packages are for other platforms when they are missing. */
function* closureOf(name: string, folder = '.', isOptional = false): Generator<string> {
  const path = resolvePackage(name, folder)
  if (path === undefined && isOptional) return
  if (path === undefined) throw new Error(`${name}, which ${folder} needs, is not installed. Run npm ci.`)
  yield path
  const { dependencies = {}, optionalDependencies = {} } = installed[path] ?? {}
  for (const each of Object.keys(dependencies)) yield* closureOf(each, path)
  for (const each of Object.keys(optionalDependencies)) yield* closureOf(each, path, true)
}

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Name the folder: node scripts/production-tree.ts <folder>')
const libraries = new Set(externalPackages.flatMap((name) => [...closureOf(name)]))
for (const path of ['package.json', 'build.ts', 'dist', 'schema/tables.sql', ...libraries]) {
  cpSync(path, posix.join(target, path), { recursive: true })
}
