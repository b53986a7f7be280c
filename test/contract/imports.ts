import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** One file importing another, both named from the folder that was read. */
export interface Import {
  readonly from: string
  readonly to: string
}

/** Every TypeScript file below a folder, by its path from there. */
export async function sourcesIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

/** What the files import of each other, types included. Packages are left out. */
export function importsOf(sources: ReadonlyMap<string, string>): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(statement)].flatMap(([, named, bare, dynamic]) => {
      const source = named ?? bare ?? dynamic ?? ''
      return source.startsWith('.') ? [{ from, to: posix.join(posix.dirname(from), source) }] : []
    }),
  )
}

/** `import … from '…'` and `export … from '…'`, the bare `import '…'`, and `import('…')`. */
const statement =
  /^(?:import|export)\s[^'";]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Each cycle of imports once, as the files on its way. */
export function cyclesIn(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    const met = way.indexOf(file)
    if (met >= 0) return void cycles.push(way.slice(met))
    if (done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}

/** DESIGN.md, "The shape": which platform folders each may import. */
const platform: Readonly<Record<string, readonly string[]>> = {
  base: [],
  access: ['base'],
  database: ['base'],
  events: ['database', 'base'],
  graphql: ['access', 'events', 'database', 'base'],
  rest: ['graphql', 'access', 'events', 'database', 'base'],
  server: ['rest', 'graphql', 'access', 'events', 'database', 'base'],
}

/** The rooms in steps, lowest first. Those on one step do not know each other. */
const steps = [
  ['accounts'],
  ['workspaces'],
  ['keys', 'oauth'],
  ['links'],
  ['clicks', 'pixels', 'qr', 'bio', 'transfers'],
  ['redirect', 'insights', 'webhooks'],
  ['integrations'],
] as const

/** What starts or describes the whole service, and so may know the app. */
const entries = new Set(['main.ts', 'emit.ts', 'emitted.ts'])

const stepOf = (folder: string) => steps.findIndex((rooms) => (rooms as readonly string[]).includes(folder))

/** Each import the design forbids, with the rule it breaks. */
export function forbiddenIn(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const rule = brokenRule(from, to)
    return rule ? [`${from} imports ${to}: ${rule}`] : []
  })
}

function brokenRule(from: string, to: string): string | null {
  const [source, target] = [placeOf(from), placeOf(to)]
  for (const place of [source, target]) if (!isKnown(place)) return `${place} is no place of the design`
  if (source === target || source === 'app.ts')
    return target === 'main.ts' ? 'nothing imports main.ts' : doorRule(from, to)
  if (target === 'config.ts') return source === 'base' ? 'base imports nothing of ours' : null
  if (entries.has(target)) return entries.has(source) ? null : `nothing imports ${target}`
  if (target === 'app.ts') return entries.has(source) ? null : 'only what starts the service knows the app'
  if (source === 'config.ts') return target === 'base' ? null : 'config.ts may import only base'
  if (source in platform)
    return platform[source]?.includes(target) ? null : `${source} may import only ${listed(source)}`
  if (target in platform) return null
  if (entries.has(source)) return 'only app.ts knows the rooms'
  return stepOf(target) < stepOf(source) ? doorRule(from, to) : 'a room knows lower rooms only'
}

/** A room is entered through its door, from outside it. */
function doorRule(from: string, to: string): string | null {
  const target = placeOf(to)
  if (placeOf(from) === target || stepOf(target) < 0 || to === `${target}/index.ts`) return null
  return 'a room is entered through its index.ts'
}

/** The folder of a file, or the file itself when it lies at the top. */
function placeOf(file: string): string {
  return file.split('/')[0] ?? file
}

function isKnown(place: string): boolean {
  return place in platform || stepOf(place) >= 0 || entries.has(place) || ['app.ts', 'config.ts'].includes(place)
}

function listed(folder: string): string {
  return platform[folder]?.join(', ') || 'nothing of ours'
}
