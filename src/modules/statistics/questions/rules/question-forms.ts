import { maxRows, type Operation, type Plan } from '../question-plan.ts'
import { notUnderstood, type QuestionParts } from './question-parts.ts'

/** The parts of a question, besides periods, filters and names. An answer must use all of them. */
function findParts(question: QuestionParts) {
  const { says, list, cycle, links } = question
  return {
    bound: question.bound !== null,
    unclicked: list === 'unclicked',
    dead: list === 'dead',
    created: list === 'created',
    bots: says('bots'),
    average: says('average'),
    cycle: cycle !== null,
    oneWeekday: cycle?.indexes?.length === 1,
    twoLinks: links.length > 1,
    eachLink: links.length === 0 && says('each link'),
    details: question.hasDetails,
    dimension: question.dimension !== null,
    share: says('share'),
    comparison: question.isComparison,
    twoPeriods: question.periods.length > 1,
    unit: question.unit !== null,
    order: question.order !== null,
    limit: question.limit !== null,
  }
}

type Part = keyof ReturnType<typeof findParts>

/** A kind of question. */
interface Form {
  readonly operation: Operation
  /** The part that a question of this kind has. */
  readonly needs?: Part
  /** A further condition. */
  readonly when?: (question: QuestionParts) => boolean
  /** The other parts that the answer uses. */
  readonly uses?: readonly Part[]
}

/** The kinds of questions, special ones first. The first form that fits decides. */
const forms: readonly Form[] = [
  { operation: 'topLinks', needs: 'bound', uses: ['limit', 'eachLink'] },
  { operation: 'unclickedLinks', needs: 'unclicked', uses: ['limit', 'eachLink'] },
  { operation: 'deadLinks', needs: 'dead', uses: ['limit', 'eachLink'] },
  {
    operation: 'createdLinks',
    needs: 'created',
    when: ({ says }) => !says('clicks', 'visitors'),
    uses: ['limit', 'eachLink'],
  },
  { operation: 'bots', needs: 'bots', when: ({ isComparison }) => !isComparison, uses: ['share'] },
  { operation: 'bots', needs: 'bots', when: ({ says }) => says('people', 'visitors'), uses: ['share', 'comparison'] },
  {
    operation: 'average',
    needs: 'average',
    when: (question) => isAboutClicks(question) || question.unit !== null,
    uses: ['unit'],
  },
  // One weekday cannot be ranked or compared.
  { operation: 'cycle', needs: 'oneWeekday', uses: ['cycle'] },
  {
    operation: 'cycle',
    needs: 'cycle',
    when: (question) => hasPartsOfCycle(question) && !isRankingOfLinks(question),
    uses: ['order', 'limit', 'comparison'],
  },
  {
    operation: 'cycle',
    needs: 'cycle',
    when: (question) =>
      (isAboutClicks(question) || question.order !== null || question.says('best time')) && !isRankingOfLinks(question),
    uses: ['order', 'limit'],
  },
  {
    operation: 'compareLinks',
    needs: 'twoLinks',
    when: ({ filters, order, isComparison, isConnected }) =>
      !findComparedDimension(filters) && order !== 'fewest' && (isComparison || isConnected || order !== null),
    uses: ['order', 'comparison'],
  },
  { operation: 'topLinks', when: isRankingOfLinks, uses: ['eachLink', 'order', 'limit', 'share'] },
  {
    operation: 'linkDetails',
    needs: 'details',
    when: ({ links, periods, filters }) => links.length > 0 && periods.length === 0 && !hasValues(filters),
  },
  {
    operation: 'breakdown',
    needs: 'dimension',
    when: ({ isComparison }) => !isComparison,
    uses: ['order', 'limit', 'share'],
  },
  {
    operation: 'breakdown',
    needs: 'dimension',
    when: (question) =>
      question.says('compare', 'comparative', 'other side') &&
      (isAboutClicks(question) || question.isPlural || question.says('share')),
    uses: ['order', 'limit', 'comparison', 'share'],
  },
  {
    operation: 'breakdown',
    needs: 'comparison',
    when: ({ periods, filters }) => periods.length < 2 && findComparedDimension(filters) !== null,
    uses: ['order', 'limit', 'share'],
  },
  { operation: 'share', needs: 'share' },
  { operation: 'compare', needs: 'twoPeriods', uses: ['comparison'] },
  {
    operation: 'compare',
    needs: 'comparison',
    when: (question) =>
      (!question.hasOtherSide || question.hasPrecedingPeriod) &&
      (isAboutClicks(question) || question.periods.length > 0 || question.comparisonUnit !== null),
  },
  // Over several days, the hour with the most clicks is an hour of the day.
  {
    operation: 'cycle',
    needs: 'unit',
    when: (question) =>
      question.unit === 'hour' &&
      question.periods[0]?.unit !== 'day' &&
      (question.order !== null || (question.isUnitRequested && isAboutClicks(question))),
    uses: ['order', 'limit'],
  },
  {
    operation: 'timeseries',
    needs: 'unit',
    when: (question) => !question.isUnitRequested || question.order !== null || isAboutClicks(question),
    uses: ['order', 'limit'],
  },
  { operation: 'totals', when: isAboutClicks },
  // `Germany last week` and `launch yesterday` are about clicks too.
  {
    operation: 'totals',
    when: ({ periods, filters, links: [link] }) =>
      periods.length + Number(hasValues(filters)) + Number(link !== undefined) > 1 && !(link && 'text' in link),
  },
  { operation: 'linkDetails', when: ({ links: [link] }) => link !== undefined && !('text' in link) },
]

/** Chooses the operation, or says why no operation answers all parts of the question. */
export function chooseOperation(question: QuestionParts): Operation | { readonly issue: string } {
  const { limit, periods, isComparison, isConnected } = question
  if (limit !== null && (limit < 1 || limit > maxRows)) return { issue: `I list 1 to ${maxRows} rows.` }
  if (periods.length > 2) return { issue: 'I can compare two periods at a time.' }
  if (periods.length === 2 && !isComparison && !isConnected)
    return { issue: 'I can only use one period for this question.' }
  const parts = findParts(question)
  const form = forms.find(({ needs, when }) => (!needs || parts[needs]) && (!when || when(question)))
  if (!form) return { issue: notUnderstood }
  const { operation, needs, uses = [] } = form
  const unused = Object.entries(parts).filter(
    ([part, isPresent]) => isPresent && part !== needs && !uses.includes(part as Part),
  )
  if (parts.twoPeriods && unused.some(([part]) => part === 'twoPeriods'))
    return { issue: 'I can answer this for one period at a time.' }
  if (unused.length > 0) return { issue: 'I cannot answer all parts of this question at once.' }
  return operation
}

function isAboutClicks({ says }: QuestionParts): boolean {
  return says('clicks', 'scans', 'visitors', 'performance')
}

function hasPartsOfCycle({ cycle }: QuestionParts): boolean {
  return cycle?.indexes !== null || cycle.cycle === 'weekend'
}

function hasValues(filters: Plan['filters']): boolean {
  return Object.keys(filters).length > 0
}

function isRankingOfLinks({ says, isAboutQrCodes, links, dimension, isComparison, order }: QuestionParts): boolean {
  const isAboutLinks = (says('link') && dimension === null) || isAboutQrCodes
  const isRanked = order !== null || (!isComparison && says('each link'))
  return isAboutLinks && links.length === 0 && isRanked
}

/** Returns the dimension whose values are compared. */
export function findComparedDimension(filters: Plan['filters']): Plan['dimension'] {
  const multiValued = Object.entries(filters).filter(([, { values, isExcluded }]) => values.length > 1 && !isExcluded)
  return multiValued.length === 1 ? (multiValued[0]?.[0] as Plan['dimension']) : null
}
