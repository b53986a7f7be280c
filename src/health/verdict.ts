import type { OutwardAnswer } from '../base/outward/outward.ts'
import { isFrameable } from './frameable.ts'

/** One request of a check. */
export interface Step {
  readonly url: string
  readonly method: 'HEAD' | 'GET'
  /** How many redirects led here. */
  readonly hops: number
  /** What the redirect answered that led here; null for the destination itself. */
  readonly redirectStatus: number | null
}

/** What a check found. */
export interface Verdict {
  /** Null when the service does not call such an address, and so cannot tell. */
  readonly isOk: boolean | null
  readonly status: number | null
  /** Why it is not well, in words its owner may read; null when it is. */
  readonly error: string | null
  /** Whether the page may be shown in a frame of another site; null when nothing is known of it. */
  readonly isFrameable: boolean | null
}

const mostHops = 3

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Answers of hosts that are there and guard themselves: who logs in, or comes with a browser, is served. 999 is how some
 * large sites turn away whatever is no browser.
 */
const guarded: readonly number[] = [401, 403, 405, 407, 429, 999]

/** What an answer comes to: the end of the check, or the request that it takes next. */
export function judge(step: Step, answer: OutwardAnswer, framedAt: string): Verdict | Step {
  const { status } = answer
  if (!answer.isCalled && step.redirectStatus !== null) return well(step.redirectStatus)
  if (!answer.isCalled) return { isOk: null, status, error: answer.error, isFrameable: null }
  if (status !== null && redirects.includes(status)) return nextAfter(step, status, answer) ?? well(status)
  if (status !== null && status < 400) return well(status, isFrameable(answer.headers, framedAt))
  // Many hosts serve GET alone. One that asks for patience has said that it is there.
  if (step.method === 'HEAD' && status !== 429) return { ...step, method: 'GET' }
  if (status !== null && guarded.includes(status)) return well(status)
  return { isOk: false, status, error: answer.error ?? `answered ${status}`, isFrameable: null }
}

export function isVerdict(found: Verdict | Step): found is Verdict {
  return 'isOk' in found
}

function well(status: number, frameable: boolean | null = null): Verdict {
  return { isOk: true, status, error: null, isFrameable: frameable }
}

/** Null for a redirect that is not followed, and so is the answer. */
function nextAfter({ url, method, hops }: Step, status: number, { headers }: OutwardAnswer): Step | null {
  const { location } = headers
  const next = typeof location === 'string' && hops < mostHops ? URL.parse(location, url) : null
  // With a closing dot it would be another host to whoever counts the calls to each.
  if (next) next.hostname = next.hostname.replace(/\.$/, '')
  return next && { url: next.href, method, hops: hops + 1, redirectStatus: status }
}
