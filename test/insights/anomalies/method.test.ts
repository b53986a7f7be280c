import { describe, expect, it } from 'vitest'
import { anomalyKinds } from '../../../src/insights/anomalies/method/findings.ts'
import { type Trial, tryMethod } from './trial.ts'

/** Of each temperament; about 35,000 quiet hours of links. */
const links = 60

function report(name: string, { byKind, falseAlarms, quietHours }: Trial): number {
  const rate = (1000 * falseAlarms) / quietHours
  const recall = anomalyKinds.map((kind) => {
    const { found, planted } = byKind[kind]
    return `${kind} ${((100 * found) / planted).toFixed(1)} % of ${planted}`
  })
  console.info(
    `${name}: found ${recall.join(', ')}; ${rate.toFixed(2)} false alarms in 1,000 of ${quietHours} quiet hours`,
  )
  return rate
}

describe('on generated histories with planted anomalies, the method', () => {
  it.each([
    ['the seed it was made with', 1],
    ['a seed that was kept from it', 424242],
  ])('finds at least 95 % of each kind, with at most 1 false alarm in 1,000 quiet hours: %s', (name, seed) => {
    const trial = tryMethod(seed, links)
    const rate = report(name, trial)
    for (const kind of anomalyKinds) {
      const { found, planted } = trial.byKind[kind]
      expect(planted, kind).toBeGreaterThan(50)
      expect(found / planted, kind).toBeGreaterThanOrEqual(0.95)
    }
    expect(rate).toBeLessThanOrEqual(1)
  })
})
