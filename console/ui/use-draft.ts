import { useRef, useState } from 'react'
import { sessionAccountId } from '../app/session.ts'

/** What was written into forms since this page was loaded, by the names of the forms. */
const written = new Map<string, Draft>()

interface Draft {
  readonly source: string
  readonly changes: object
  /** What the fields were when the first of them was changed. */
  readonly begun?: object
}

interface DraftOptions<Fields> {
  /** What the form was opened with, such as an address that was pasted. Another one begins a new draft. */
  readonly source?: string
  readonly given?: Partial<Fields>
  /** A field that is not written into the storage of the browser. */
  readonly secret?: keyof Fields
}

/**
 * The fields of a form, as they are written over `base`. They are kept until they are saved or discarded: closing the form, another screen, a
 * login in between and a reload leave them where they are. Another account has its own. `begun` is what `base` was when the first field was changed.
 */
export function useDraft<Fields extends object>(name: string, base: Fields, options: DraftOptions<Fields> = {}) {
  const { source = '', given = {}, secret } = options
  const key = `tack.draft.${sessionAccountId()}.${name}`
  const [kept, setKept] = useState<Draft>(() => {
    const draft = written.get(key) ?? read(key)
    return draft && (source === '' || draft.source === source) ? draft : { source, changes: given }
  })
  const latest = useRef(kept)
  const change = (more: Partial<Fields>) => {
    const { changes, begun = base } = latest.current
    latest.current = { source, begun, changes: { ...changes, ...more } }
    setKept(latest.current)
    written.set(key, latest.current)
    store(key, { ...latest.current, changes: { ...latest.current.changes, ...(secret && { [secret]: undefined }) } })
  }
  const discard = () => {
    latest.current = { source, changes: {} }
    setKept(latest.current)
    written.delete(key)
    store(key, null)
  }
  const changes = kept.changes as Partial<Fields>
  const begun = (kept.begun ?? base) as Fields
  return { draft: { ...base, ...changes }, begun, isWritten: Object.keys(changes).length > 0, change, discard }
}

function read(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function store(key: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser may store nothing: the draft holds until the page is closed.
  }
}
