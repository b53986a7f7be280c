import { ClickRecorder, type Trigger, type Visit } from '../clicks/index.ts'
import type { Context } from '../graphql/context.ts'
import { Code, codeKey, type Link } from '../links/index.ts'
import { type Decision, decide, type Evidence } from './decide.ts'

/** How one request for a link goes on: what was decided, and whether its visit is to be counted. */
export interface VisitWish {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly isUnlocked: boolean
  /** `no-track` in the query: the visitor's own visit is not to be counted. */
  readonly isUntracked: boolean
}

/** The one way a destination is handed out, for the browser and for the JSON resolution alike. */
export class Visits {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** The link that answers to a code, whatever its case; null for an unknown, a given up and a malformed one. */
  async find(code: string): Promise<Link | null> {
    const key = codeKey(code)
    if (key === null) return null
    const found = await this.#context.em.findOne(Code, { key, link: { $ne: null } }, { populate: ['link'] })
    return found?.link?.getEntity() ?? null
  }

  /**
   * Decides the visit and, when the destination may be given, records the click first: an answered redirect is a
   * recorded click. A limit that ran out in the same moment turns the decision into `expired`.
   */
  async admit(link: Link, wish: VisitWish): Promise<Decision> {
    const isHead = this.#context.request.method === 'HEAD'
    const evidence: Evidence = { isRobot: wish.visit.isRobot, isUnlocked: wish.isUnlocked, isHead }
    const decision = decide(link, evidence, this.#context.now())
    const recorder = this.#context.use(ClickRecorder)
    if (decision.kind === 'withheld' && !isHead) await recorder.noteRobot(link, wish.visit, wish.trigger)
    if (decision.kind !== 'open' || isHead) return decision
    if (wish.visit.isRobot) {
      await recorder.noteRobot(link, wish.visit, wish.trigger)
      return decision
    }
    if (wish.isUntracked && link.clickLimit === null) return decision
    const granted = await recorder.grant(link, wish.visit, wish.trigger)
    return granted ? decision : { kind: 'expired', reason: 'click_limit' }
  }
}
