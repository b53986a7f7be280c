import { TimeoutError, withTimeout } from '../../../../platform/shared/time.ts'
import type { ClickShipper } from '../journal/click-shipper.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClickGrants } from './click-grants.ts'
import type { ClickRow } from './click-row.ts'

export interface ClickWriterOptions {
  readonly journal: Journal
  readonly shipper: ClickShipper
  readonly grants: ClickGrants
  /** `journal`: an answer waits for the journal. `committed`: it waits for the database. */
  readonly durability: 'journal' | 'committed'
  /** Whether a click that was granted is only counted, and still has to be appended to the journal. */
  readonly appendsGranted: boolean
  /** Whether `takeShipped` is called. */
  readonly remembersShipped: boolean
}

/**
 * How long an answer waits for the database, and how long a read waits for the reader's own clicks. The journal has
 * them.
 */
const timeoutsMs = { committed: 500, read: 250 } as const

/** The most workspaces with pending clicks that are remembered before workspaces without any are removed. */
const maxWorkspaces = 1_000

/** Writes clicks: into the journal, or into the database where a click limit decides. */
export class ClickWriter {
  /** The last click of each workspace that may not be in the database, counted like `journal.appended`. */
  private readonly lastClicks = new Map<string, number>()
  private readonly shippedWorkspaces = new Set<string>()

  constructor(private readonly options: ClickWriterOptions) {}

  /** Resolves when the click is stored. Throws `Unavailable` when it cannot be. */
  write(click: ClickRow, workspaceId: string | null): Promise<true> {
    const { journal, durability } = this.options
    const number = journal.next
    if (workspaceId !== null) this.lastClicks.set(workspaceId, number)
    const appended = journal.append(click)
    return durability === 'committed' ? appended.then(() => this.waitForDatabase(number)) : appended
  }

  /** Takes a click of a link with a click limit. False when the limit is used up or the link is gone. */
  async take(click: ClickRow, workspaceId: string | null): Promise<boolean> {
    const { grants, appendsGranted } = this.options
    const isGranted = await grants.take(click)
    return isGranted && appendsGranted ? this.write({ ...click, is_counted: true }, workspaceId) : isGranted
  }

  /** Ships the pending clicks of workspaces, before somebody reads their counts. Undefined without pending clicks. */
  shipClicksOf(workspaceIds: readonly string[]): Promise<unknown> | undefined {
    const { journal, shipper } = this.options
    if (this.lastClicks.size === 0) return undefined
    this.forgetShipped()
    const last = Math.max(0, ...workspaceIds.map((id) => this.lastClicks.get(id) ?? 0))
    return last <= journal.shipped ? undefined : ignoreTimeout(timeoutsMs.read, shipper.waitFor(last))
  }

  /** The workspaces whose clicks have reached the database since this was called last. */
  takeShipped(): string[] {
    this.forgetShipped()
    const workspaceIds = [...this.shippedWorkspaces]
    this.shippedWorkspaces.clear()
    return workspaceIds
  }

  private async waitForDatabase(number: number): Promise<true> {
    const { journal, shipper } = this.options
    if (!(await ignoreTimeout(timeoutsMs.committed, shipper.waitFor(number)))) await journal.sync()
    return true
  }

  private forgetShipped(): void {
    const { journal, remembersShipped } = this.options
    const { shipped, next } = journal
    if (!remembersShipped && shipped === next - 1) this.lastClicks.clear()
    if (!remembersShipped && this.lastClicks.size <= maxWorkspaces) return
    for (const [id, number] of this.lastClicks) {
      if (number > shipped) continue
      this.lastClicks.delete(id)
      if (remembersShipped) this.shippedWorkspaces.add(id)
    }
  }
}

/** False when there is no result in time. */
async function ignoreTimeout(timeoutMs: number, promise: Promise<boolean>): Promise<boolean> {
  try {
    return await withTimeout(timeoutMs, promise)
  } catch (error) {
    if (error instanceof TimeoutError) return false
    throw error
  }
}
