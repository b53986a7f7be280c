/** What a count of visitors is based on. */
export interface VisitorBasis {
  /** Clicks by people. */
  readonly people: number
  /** Clicks by people without a visitor: private visits, and all clicks on links that are in privacy mode now. */
  readonly unidentified: number
  /** Whether each of the links is in privacy mode now. */
  readonly linkPrivacy: readonly boolean[]
}

/** Whether visitors can be counted, and whether the number of visitors leaves out clicks or links. */
export function describeVisitors({ people, unidentified, linkPrivacy }: VisitorBasis) {
  const isAllPrivate = linkPrivacy.length > 0 && linkPrivacy.every((isPrivate) => isPrivate)
  return {
    uniqueVisitorsAvailable: !isAllPrivate && (people === 0 || unidentified < people),
    uniqueVisitorsPartial: unidentified < people && (unidentified > 0 || linkPrivacy.includes(true)),
  }
}
