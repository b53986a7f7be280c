import { createStore } from '../../ui/store.ts'

/** How much waits in a workspace, as it was last known in this tab. */
interface Waiting {
  readonly workspaceId: string
  readonly count: number
  readonly at: number
}

/** For so long it is not asked for again, also when the page is loaded anew. */
const freshMs = 60_000
const keyOf = (workspaceId: string) => `tack.waiting.${workspaceId}`
const waiting = createStore<Waiting | null>(null)

/** How much waits in a workspace; 0 while it is not known. */
export function useWaiting(workspaceId: string): number {
  const known = waiting.use()
  return known?.workspaceId === workspaceId ? known.count : 0
}

export function noteWaiting(workspaceId: string, count: number): void {
  const known = { workspaceId, count, at: Date.now() }
  waiting.set(known)
  try {
    sessionStorage.setItem(keyOf(workspaceId), JSON.stringify(known))
  } catch {
    // Private windows may store nothing: the next page asks again.
  }
}

/** Whether it is time to ask how much waits. Who is told so asks: until then what was known counts as fresh. */
export function takeTurn(workspaceId: string): boolean {
  const known = read(workspaceId)
  const isDue = !known || Date.now() - known.at >= freshMs
  if (isDue) noteWaiting(workspaceId, known?.count ?? 0)
  else if (waiting.get()?.workspaceId !== workspaceId) waiting.set(known)
  return isDue
}

function read(workspaceId: string): Waiting | null {
  const known = waiting.get()
  if (known?.workspaceId === workspaceId) return known
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(workspaceId)) ?? 'null')
  } catch {
    return null
  }
}
