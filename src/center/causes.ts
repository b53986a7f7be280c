import { countUnreachable, type UnreachableLink, unreachableLinks } from '../health/index.ts'
import { type ApiKey, keysEnding } from '../keys/index.ts'
import { blockedLinks, type Link } from '../links/index.ts'
import { type Listed, mostListed, type Question } from './question.ts'
import { type Work, workOf } from './work.ts'

const dayMs = 24 * 3600 * 1000

/** How long before its date a key is told of, and how long after it. */
export const keyNoticeMs = 7 * dayMs
const keyRegretMs = 30 * dayMs

/** What alerts and recommendations are made of. */
export interface Causes {
  readonly work: readonly Work[]
  /** Keys that expire soon or did of late, the earliest first. */
  readonly keys: Listed<ApiKey>
  readonly flagged: Listed<Link>
  readonly unreachable: Listed<UnreachableLink>
}

export async function causesOf(question: Question): Promise<Causes> {
  const { em, ownerId, span } = question
  const dates = { after: new Date(span.to.getTime() - keyRegretMs), upTo: new Date(span.to.getTime() + keyNoticeMs) }
  const [keys, ending] = await keysEnding(em, ownerId, dates, mostListed)
  const [flagged, blocked] = await blockedLinks(em, ownerId, mostListed)
  return {
    work: await workOf(question),
    keys: { items: keys, total: ending },
    flagged: { items: flagged, total: blocked },
    unreachable: {
      items: await unreachableLinks(em, ownerId, mostListed),
      total: await countUnreachable(em, ownerId),
    },
  }
}
