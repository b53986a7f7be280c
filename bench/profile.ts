import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** The functions that took most time by themselves in the CPU profile of a folder, each with its share of the busy time. */
export function costliest(folder: string, count: number): string[] {
  const [file = ''] = readdirSync(folder)
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const spent = new Map<string, number>()
  samples.forEach((id, at) => {
    const name = names.get(id) ?? ''
    if (name !== '(idle)') spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[at] ?? 0))
  })
  const busy = [...spent.values()].reduce((sum, each) => sum + each, 0)
  return [...spent]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, time]) => `${((100 * time) / busy).toFixed(1)} % ${name}`)
}

function nameOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const place = url.split('/').slice(-2).join('/')
  return place ? `${functionName || 'anonymous'} (${place})` : functionName
}
