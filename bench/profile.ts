import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

/** A function on the stack, and the source file that it was compiled from. Functions of Node have a URL of `node:`. */
interface Frame {
  readonly functionName: string
  readonly source: string
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
export type Stacks = readonly { readonly frames: readonly Frame[]; readonly micros: number }[]

/** The last so many seconds of the one CPU profile in a folder, as `node --cpu-prof` writes it. */
export function stacksIn(folder: string, seconds: number): Stacks {
  const [file = ''] = readdirSync(folder)
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frameOf = new Map(nodes.map(({ id, callFrame }) => [id, toFrame(callFrame)]))
  const framesOf = (id: number | undefined): Frame[] => {
    const frame = frameOf.get(id ?? 0)
    return frame ? [frame, ...framesOf(parentOf.get(id ?? 0))] : []
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
 * The widths of a flame graph: the modules of this service, the packages and the parts of Node that were anywhere on the
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

const sourceMaps = new Map<string, SourceMap>()

/** Reads the source map that `SOURCE_MAPS=on` writes beside each compiled file. Throws when there is none. */
function sourceMapOf(url: string): SourceMap {
  const known = sourceMaps.get(url)
  if (known) return known
  const sourceMap = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')))
  sourceMaps.set(url, sourceMap)
  return sourceMap
}

function toFrame({ functionName, url, lineNumber, columnNumber }: CallFrame): Frame {
  if (!/^file:.*\/dist\/[^/]+$/.test(url) || url.includes('/node_modules/')) return { functionName, source: url }
  const entry = sourceMapOf(url).findEntry(lineNumber, columnNumber)
  return { functionName, source: 'originalSource' in entry ? entry.originalSource : url }
}

function nameOf({ functionName, source }: Frame): string {
  const place = source.split('/').slice(-2).join('/')
  return place ? `${functionName || 'anonymous'} (${place})` : functionName
}

function placeOf({ functionName, source }: Frame): string {
  const [, owned] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  const [module] = /\bsrc\/\w+\/[^/]+|\bsrc\/[^/]+/.exec(source) ?? []
  return owned ?? module ?? (source || (/^\(|^write|^$/.test(functionName) ? functionName : ''))
}
