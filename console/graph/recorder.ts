import { useSyncExternalStore } from 'react'
import { mapExchange, stringifyDocument } from 'urql'

/** An operation of the screen, as it was sent. */
export interface RecordedOperation {
  readonly name: string
  readonly kind: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const maxRecorded = 12
const listeners = new Set<() => void>()
let recorded: readonly RecordedOperation[] = []

/** Remembers the last operations, the newest first, so that every screen can show what it asked. */
export const recordExchange = mapExchange({
  onOperation({ kind, query, variables }) {
    if (kind === 'teardown') return
    const [definition] = query.definitions
    const name = definition?.kind === 'OperationDefinition' ? (definition.name?.value ?? '') : ''
    const operation = { name, kind, query: stringifyDocument(query), variables: { ...variables } }
    recorded = [operation, ...recorded.filter((each) => each.name !== name)].slice(0, maxRecorded)
    for (const listener of listeners) listener()
  },
})

export function useRecordedOperations(): readonly RecordedOperation[] {
  return useSyncExternalStore(subscribe, () => recorded)
}

/** A new screen begins with what it asks itself. */
export function forgetOperations(): void {
  recorded = []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
