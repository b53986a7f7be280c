import type { ClickHistory } from '../store/click-query.ts'

/** What a count of visitors is based on. */
export interface VisitorBasis extends Pick<ClickHistory, 'hasPrivateLinks' | 'hasOtherLinks'> {
  /** Clicks by people. */
  readonly people: number
  /** Clicks by people without a visitor: private visits, and all clicks on links that are in privacy mode now. */
  readonly unidentified: number
}

/** Whether visitors can be counted, and whether the number of visitors leaves out clicks or links. */
export function describeVisitors({ people, unidentified, hasPrivateLinks, hasOtherLinks }: VisitorBasis) {
  const isAllPrivate = hasPrivateLinks && !hasOtherLinks
  return {
    uniqueVisitorsAvailable: !isAllPrivate && (people === 0 || unidentified < people),
    uniqueVisitorsPartial: unidentified < people && (unidentified > 0 || hasPrivateLinks),
  }
}
