import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface CallFrame {
  readonly functionName: string
  readonly url: string
}

interface Node {
  readonly id: number
  readonly callFrame: CallFrame
  readonly children?: readonly number[]
}

interface CpuProfile {
  readonly nodes: readonly Node[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** The busy time of a process: what was on the stack, innermost first, and for how many microseconds. */
export type Stacks = readonly { readonly frames: readonly CallFrame[]; readonly micros: number }[]

/** The last so many seconds of the one CPU profile in a folder, as `node --cpu-prof` writes it. */
export function stacksIn(folder: string, seconds: number): Stacks {
  const [file = ''] = readdirSync(folder)
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const nodeOf = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const framesOf = (id: number | undefined): CallFrame[] => {
    const node = nodeOf.get(id ?? 0)
    return node ? [node.callFrame, ...framesOf(parentOf.get(node.id))] : []
  }
  const micros = new Map<number, number>()
  let left = seconds * 1e6
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const [id = 0, spent = 0] = [samples[at], timeDeltas[at]]
    left -= spent
    micros.set(id, (micros.get(id) ?? 0) + spent)
  }
  const stacks = [...micros].map(([id, spent]) => ({ frames: framesOf(id), micros: spent }))
  return stacks.filter(({ frames }) => frames[0]?.functionName !== '(idle)')
}

/** The functions that took most time by themselves, each with its share of the busy time. */
export function costliest(stacks: Stacks, count: number): string[] {
  return shares(stacks, ({ frames: [own] }) => (own ? [nameOf(own)] : []), count)
}

/**
 * The widths of a flame graph: the rooms of this service, the packages and the parts of Node that were anywhere on the
 * stack, each with its share of the busy time, so that together they are more than all of it.
 */
export function widest(stacks: Stacks, count: number): string[] {
  return shares(stacks, ({ frames }) => new Set(frames.map(placeOf).filter((place) => place !== '')), count)
}

function shares(stacks: Stacks, keysOf: (stack: Stacks[number]) => Iterable<string>, count: number): string[] {
  const spent = new Map<string, number>()
  let busy = 0
  for (const stack of stacks) {
    busy += stack.micros
    for (const key of keysOf(stack)) spent.set(key, (spent.get(key) ?? 0) + stack.micros)
  }
  return [...spent]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([key, micros]) => `${((100 * micros) / busy).toFixed(1)} % ${key}`)
}

function nameOf({ functionName, url }: CallFrame): string {
  const place = url.split('/').slice(-2).join('/')
  return place ? `${functionName || 'anonymous'} (${place})` : functionName
}

function placeOf({ functionName, url }: CallFrame): string {
  const [, owned] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  const [, room] = /\/dist\/([^/]+)/.exec(url) ?? []
  if (owned) return owned
  if (room) return `src/${room}`
  return url || (/^\(|^write|^$/.test(functionName) ? functionName : '')
}
