import { parseAll } from '../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, type Issue, notBefore, periodTwice, unknownZone } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { isZone } from '../../../platform/shared/time-zone.ts'
import type { Interval } from '../../visits/clicks/index.ts'

/** The period of statistics: an interval until now, or fixed dates. Without both, all time. */
export interface SharedStatsPeriod {
  readonly interval: Interval | null
  readonly from: Date | null
  readonly to: Date | null
  readonly timezone: string
}

/** A period that begins at this instant or later has no more buckets than a time line may have, whatever its end. */
const earliest = new Date('2000-01-01T00:00:00Z')

const tooEarly = defineIssue('TOO_EARLY', 'must be in 2000 or later')
const notInPast = defineIssue('NOT_IN_PAST', 'must be in the past')
const tooFarAhead = defineIssue('TOO_FAR_AHEAD', 'must be at most a year ahead')

const maxAheadMs = 366 * dayMs

/** Throws `InvalidParams` with each field that is wrong. */
export function assertPeriod({ interval, from, to, timezone }: SharedStatsPeriod, now: Date): void {
  const assert = (isValid: boolean, field: string, issue: Issue) => () => {
    if (!isValid) throw InvalidParams.forField(field, issue)
  }
  parseAll(
    assert(isZone(timezone), 'timezone', unknownZone()),
    assert(interval === null || (from === null && to === null), 'interval', periodTwice()),
    assert(from === null || from >= earliest, 'from', tooEarly()),
    assert(from === null || from < (to ?? now), 'from', to === null ? notInPast() : notBefore({ other: 'to' })),
    assert(to === null || to.getTime() <= now.getTime() + maxAheadMs, 'to', tooFarAhead()),
  )
}
