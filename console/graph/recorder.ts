import { useSyncExternalStore } from 'react'
import { mapExchange, stringifyDocument } from 'urql'

/** An operation of the screen, as it was sent. */
export interface RecordedOperation {
  readonly name: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Names of the fields of `Query`, `Mutation` or `Subscription` that it asks for. */
  readonly fields: readonly string[]
  /** Calls of the quota that it was charged, by the answer; null before, and for an answer of the cache. */
  readonly cost: number | null
}

const maxRecorded = 12
const listeners = new Set<() => void>()
let recorded: readonly RecordedOperation[] = []

/** Remembers the last operations, the newest first, so that every screen can show what it asked. */
export const recordExchange = mapExchange({
  onOperation({ kind, query, variables }) {
    if (kind === 'teardown') return
    const [definition] = query.definitions
    if (definition?.kind !== 'OperationDefinition') return
    const fields = definition.selectionSet.selections.flatMap((each) =>
      each.kind === 'Field' ? [each.name.value] : [],
    )
    const name = definition.name?.value ?? ''
    const known = recorded.find((each) => each.name === name)
    const operation = { name, query: stringifyDocument(query), variables: { ...variables }, fields }
    change([{ ...operation, cost: known?.cost ?? null }, ...recorded.filter((each) => each !== known)])
  },
})

/** Adds what the service says about the charge of an operation. */
export function recordCost(body: unknown, headers: Headers): void {
  const cost = Number(headers.get('ratelimit-cost'))
  if (!cost || typeof body !== 'string') return
  const { operationName } = JSON.parse(body) as { operationName?: string }
  change(recorded.map((each) => (each.name === operationName ? { ...each, cost } : each)))
}

export function useRecordedOperations(): readonly RecordedOperation[] {
  return useSyncExternalStore(subscribe, () => recorded)
}

/** A new screen begins with what it asks itself. */
export function forgetOperations(): void {
  change([])
}

function change(next: readonly RecordedOperation[]): void {
  recorded = next.slice(0, maxRecorded)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
