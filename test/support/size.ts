import { it } from 'vitest'

/**
 * Whether this is `npm run test:all`, which tries everything, and often. `npm test` and `.ci/run` try each promise once
 * (CONTRIBUTING.md).
 */
export const triesAll = process.env.TEST_SIZE === 'all'

/** A test for `npm run test:all` alone: of what people do on a page, where other tests open the page and do what is more common. */
export const inTestAll = it.runIf(triesAll)

/** How often something that depends on chance or on the moment is tried. */
export function trials(few: number, many: number): number {
  return triesAll ? many : few
}

/** Of the looks of a page (languages, screens, colours), the first, which is the hardest. `npm run test:all` has all of them. */
export function hardestOf<T>(looks: readonly T[]): readonly T[] {
  return triesAll ? looks : looks.slice(0, 1)
}

/** Of cases that one rule decides, the first of each class. `npm run test:all` has all of them. */
export function oneOfEach<T>(cases: readonly T[], classOf: (each: T) => string): readonly T[] {
  if (triesAll) return cases
  const seen = new Set<string>()
  return cases.filter((each) => {
    const name = classOf(each)
    return !seen.has(name) && seen.add(name)
  })
}
