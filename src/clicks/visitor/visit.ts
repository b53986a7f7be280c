import type { RequestFacts } from '../../graphql/context.ts'
import { type Agent, readAgent } from './agent.ts'

/** What one request tells about its visitor before anything is decided. */
export interface Visit {
  readonly address: string
  readonly userAgent: string
  readonly agent: Agent
  /** Crawlers, previews, monitors, and browsers that only fetch ahead: never counted. */
  readonly isRobot: boolean
  readonly robotName: string | null
  /** Global Privacy Control: the visitor asks not to be tracked, which is obeyed as privacy mode is. */
  readonly wantsPrivacy: boolean
  readonly referrerHost: string | null
}

export function readVisit(request: Pick<RequestFacts, 'address' | 'header'>): Visit {
  const userAgent = request.header('user-agent') ?? ''
  const agent = readAgent(userAgent)
  const isPrefetch = /\bprefetch\b/.test(request.header('sec-purpose') ?? request.header('purpose') ?? '')
  return {
    address: request.address,
    userAgent,
    agent,
    isRobot: agent.isBot || isPrefetch,
    robotName: agent.botName ?? (isPrefetch ? 'prefetch' : null),
    wantsPrivacy: request.header('sec-gpc') === '1',
    referrerHost: hostOf(request.header('referer')),
  }
}

/** The host only: the rest of a referrer can name a person or carry a secret. */
function hostOf(referrer: string | undefined): string | null {
  const url = referrer ? URL.parse(referrer) : null
  return url && /^https?:$/.test(url.protocol) ? url.hostname.slice(0, 253) : null
}
