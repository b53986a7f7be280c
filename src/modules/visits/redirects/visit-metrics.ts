import { Counter, Histogram } from '../../../platform/shared/metrics/counter.ts'
import { secondMs } from '../../../platform/shared/time.ts'
import type { VisitDecision } from './visit.service.ts'

/** What visitors of short addresses got. The keys are the decisions about a link. */
const outcomes = {
  open: 'found',
  'too early': 'prefetch',
  blocked: 'blocked',
  inactive: 'disabled',
  'not started': 'not_yet',
  locked: 'password',
  preview: 'preview',
  withheld: 'withheld',
  refused: 'refused_by_rule',
} as const satisfies Record<Exclude<VisitDecision['kind'], 'expired'>, string>

const otherOutcomes = ['unknown', 'expired', 'used_up', 'rate_limited', 'unavailable'] as const

export type VisitOutcome = (typeof outcomes)[keyof typeof outcomes] | (typeof otherOutcomes)[number]

const visits = new Counter(
  {
    name: 'tack_redirects_total',
    help: 'Visits of short addresses by what the visitor got.',
    labels: ['outcome'],
  },
  ...[...Object.values(outcomes), ...otherOutcomes].map((outcome) => [outcome] as const),
)

const durations = new Histogram({
  name: 'tack_redirect_duration_seconds',
  help: 'How long visits of short addresses took.',
  labels: [],
  bounds: [0.001, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5],
})

export function outcomeOf(decision: VisitDecision): VisitOutcome {
  if (decision.kind === 'expired') return decision.reason === 'click_limit' ? 'used_up' : 'expired'
  return outcomes[decision.kind]
}

export function recordVisit(outcome: VisitOutcome, durationMs: number): void {
  visits.increment(outcome)
  durations.observe(durationMs / secondMs)
}
