import { mapExchange, stringifyDocument } from 'urql'
import { createStore } from '../ui/store.ts'

/** An operation of the screen, as it was sent. */
export interface RecordedOperation {
  readonly name: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Calls of the quota that it was charged, by the answer; null before, and for an answer of the cache. */
  readonly cost: number | null
  /** Whether it reads what the screen shows: it is no change, no stream, and fills neither the frame nor a menu. */
  readonly isMain: boolean
}

/** The context of operations that fill the frame around every screen, or a menu. */
export const asideContext = { isAside: true }

/** The context of an operation with a secret of the person, which is not remembered. */
export const secretContext = { isSecret: true }

const maxRecorded = 12
const recorded = createStore<readonly RecordedOperation[]>([])
/** The path of the screen that asked. A new one begins with what it asks itself. */
let screenPath = ''

/** Remembers the last operations, the newest first, so that every screen can show what it asked. */
export const recordExchange = mapExchange({
  onOperation({ kind, query, variables, context }) {
    if (kind === 'teardown' || context.isSecret === true) return
    const [definition] = query.definitions
    if (definition?.kind !== 'OperationDefinition') return
    const name = definition.name?.value ?? ''
    const earlier = location.pathname === screenPath ? recorded.get() : []
    screenPath = location.pathname
    const known = earlier.find((each) => each.name === name)
    const isMain = kind === 'query' && context.isAside !== true
    const operation = { name, query: stringifyDocument(query), variables: { ...variables }, isMain }
    const others = earlier.filter((each) => each !== known)
    recorded.set([{ ...operation, cost: known?.cost ?? null }, ...others].slice(0, maxRecorded))
  },
})

/** Adds what the service says about the charge of an operation. */
export function recordCost(body: unknown, headers: Headers): void {
  const cost = Number(headers.get('ratelimit-cost'))
  if (!cost || typeof body !== 'string') return
  const { operationName } = JSON.parse(body) as { operationName?: string }
  recorded.set(recorded.get().map((each) => (each.name === operationName ? { ...each, cost } : each)))
}

export const useRecordedOperations = recorded.use
