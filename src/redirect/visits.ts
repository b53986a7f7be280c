import type { Clock } from '../base/clock.ts'
import type { ClickRecorder, Trigger, Visit } from '../clicks/index.ts'
import { codeKey, type Route, type Routes } from '../links/index.ts'
import { type Decision, decide, type Evidence } from './decide.ts'

/** How one request for a link goes on: what it shows, and whether its visit is to be counted. */
export interface VisitWish {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly isUnlocked: boolean
  /** The request asks for headers only. */
  readonly isHead: boolean
  /** `no-track` in the query: the visitor's own visit is not to be counted. */
  readonly isUntracked: boolean
  /** What the visitor sent along in the query of the short address, without its question mark. */
  readonly query: string
}

/** The one way a destination is handed out, for the browser and for the JSON resolution alike. */
export class Visits {
  readonly #routes: Routes
  readonly #clicks: ClickRecorder
  readonly #clock: Clock

  constructor(routes: Routes, clicks: ClickRecorder, clock: Clock) {
    this.#routes = routes
    this.#clicks = clicks
    this.#clock = clock
  }

  /** The link that answers to a code, whatever its case; null for an unknown, a given up and a malformed one. */
  async find(code: string): Promise<Route | null> {
    const key = codeKey(code)
    return key === null ? null : this.#routes.find(key)
  }

  /**
   * Decides the visit and, when the destination may be given, records the click first: an answered redirect is a
   * recorded click. A limit that ran out in the same moment turns the decision into `expired`.
   */
  async admit(link: Route, { visit, trigger, isUnlocked, isHead, isUntracked, query }: VisitWish): Promise<Decision> {
    const evidence: Evidence = { isRobot: visit.isRobot, isUnlocked, isHead }
    const decision = decide(link, evidence, this.#clock.now())
    if (decision.kind === 'withheld' && !isHead) await this.#clicks.noteRobot(link, visit, trigger, query)
    if (decision.kind !== 'open' || isHead) return decision
    if (visit.isRobot) {
      await this.#clicks.noteRobot(link, visit, trigger, query)
      return decision
    }
    if (isUntracked && link.clickLimit === null) return decision
    const granted = await this.#clicks.grant(link, visit, trigger, query)
    return granted ? decision : { kind: 'expired', reason: 'click_limit' }
  }
}
