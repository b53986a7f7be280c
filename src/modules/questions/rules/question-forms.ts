import { maxRows, type Operation, type Plan } from '../question-plan.ts'
import { notUnderstood, type QuestionParts } from './question-parts.ts'

/** The parts of a question, besides periods, filters and names. An answer may leave none of them out. */
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
  /** The part that a question of this kind has, or a condition. */
  readonly needs: Part | ((question: QuestionParts) => boolean)
  /** The other parts that the answer uses. */
  readonly uses?: readonly Part[]
  /** Whether the question asks for what the operation tells. */
  readonly isComplete?: (question: QuestionParts) => boolean
}

/** The kinds of questions, special ones first. The first whose need is met decides. */
const forms: readonly Form[] = [
  { operation: 'topLinks', needs: 'bound', uses: ['limit', 'eachLink'] },
  { operation: 'unclickedLinks', needs: 'unclicked', uses: ['limit', 'eachLink'] },
  { operation: 'deadLinks', needs: 'dead', uses: ['limit', 'eachLink'] },
  {
    operation: 'createdLinks',
    needs: 'created',
    uses: ['limit', 'eachLink'],
    isComplete: ({ says }) => !says('clicks', 'visitors'),
  },
  {
    operation: 'bots',
    needs: 'bots',
    uses: ['share', 'comparison'],
    isComplete: ({ says, isComparison }) => !isComparison || says('people', 'visitors'),
  },
  {
    operation: 'average',
    needs: 'average',
    uses: ['unit'],
    isComplete: (question) => isAboutClicks(question) || question.unit !== null,
  },
  // One weekday cannot be ranked or compared.
  { operation: 'cycle', needs: 'oneWeekday', uses: ['cycle'] },
  {
    operation: 'cycle',
    needs: 'cycle',
    uses: ['order', 'limit', 'comparison'],
    isComplete: (question) =>
      !isRankingOfLinks(question) &&
      (isAboutClicks(question) || isAboutTimes(question)) &&
      (!question.isComparison || hasPartsOfCycle(question)),
  },
  {
    operation: 'compareLinks',
    needs: 'twoLinks',
    uses: ['order', 'comparison'],
    isComplete: ({ filters, order, isComparison, isConnected }) =>
      !findComparedDimension(filters) && order !== 'fewest' && (isComparison || isConnected || order !== null),
  },
  { operation: 'topLinks', needs: isRankingOfLinks, uses: ['eachLink', 'order', 'limit', 'share'] },
  {
    operation: 'linkDetails',
    needs: 'details',
    isComplete: ({ links, periods, filters }) => links.length > 0 && periods.length === 0 && !hasValues(filters),
  },
  {
    operation: 'breakdown',
    needs: 'dimension',
    uses: ['order', 'limit', 'comparison', 'share'],
    isComplete: (question) =>
      !question.isComparison ||
      (question.says('compare', 'comparative', 'other side') &&
        (isAboutClicks(question) || question.isPlural || question.says('share'))),
  },
  {
    operation: 'breakdown',
    needs: ({ isComparison, periods, filters }) =>
      isComparison && periods.length < 2 && findComparedDimension(filters) !== null,
    uses: ['order', 'limit', 'comparison', 'share'],
  },
  { operation: 'share', needs: 'share' },
  {
    operation: 'compare',
    needs: ({ isComparison, periods }) => isComparison || periods.length > 1,
    uses: ['comparison', 'twoPeriods'],
    isComplete: (question) =>
      (question.periods.length > 1 || !question.hasOtherSide || question.hasPrecedingPeriod) &&
      (isAboutClicks(question) || question.periods.length > 0 || question.comparisonUnit !== null),
  },
  // The hour with the most clicks of several days is an hour of the day.
  {
    operation: 'cycle',
    needs: ({ unit, isUnitRequested, order, periods }) =>
      unit === 'hour' && (isUnitRequested || order !== null) && periods[0]?.unit !== 'day',
    uses: ['unit', 'order', 'limit'],
    isComplete: (question) => question.order !== null || isAboutClicks(question),
  },
  {
    operation: 'timeseries',
    needs: 'unit',
    uses: ['order', 'limit'],
    isComplete: (question) => !question.isUnitRequested || question.order !== null || isAboutClicks(question),
  },
  { operation: 'totals', needs: isAboutClicks },
  // `Germany last week` and `launch yesterday` are about clicks too.
  {
    operation: 'totals',
    needs: ({ periods, filters, links }) => periods.length + Number(hasValues(filters)) + links.length > 1,
    isComplete: ({ links: [link] }) => !link || !('text' in link),
  },
  { operation: 'linkDetails', needs: ({ links: [link] }) => link !== undefined && !('text' in link) },
]

/** Chooses the operation, or says why no operation answers all parts of the question. */
export function chooseOperation(question: QuestionParts): Operation | { readonly issue: string } {
  const { limit, periods, isComparison, isConnected } = question
  if (limit !== null && (limit < 1 || limit > maxRows)) return { issue: `I list 1 to ${maxRows} rows.` }
  if (periods.length > 2) return { issue: 'I can compare two periods at a time.' }
  if (periods.length === 2 && !isComparison && !isConnected)
    return { issue: 'I can only use one period for this question.' }
  const parts = findParts(question)
  const form = forms.find(({ needs }) => (typeof needs === 'function' ? needs(question) : parts[needs]))
  if (!form) return { issue: notUnderstood }
  const { operation, needs, uses = [], isComplete = () => true } = form
  const unused = Object.entries(parts).filter(
    ([part, isPresent]) => isPresent && part !== needs && !uses.includes(part as Part),
  )
  if (parts.twoPeriods && unused.some(([part]) => part === 'twoPeriods'))
    return { issue: 'I can answer this for one period at a time.' }
  if (unused.length > 0) return { issue: 'I can answer one of these questions at a time.' }
  return isComplete(question) ? operation : { issue: notUnderstood }
}

function isAboutClicks({ says }: QuestionParts): boolean {
  return says('clicks', 'scans', 'visitors', 'performance')
}

function isAboutTimes(question: QuestionParts): boolean {
  return question.order !== null || question.says('best time') || hasPartsOfCycle(question)
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

/** Returns the dimension of which several values are compared. */
export function findComparedDimension(filters: Plan['filters']): Plan['dimension'] {
  const multiValued = Object.entries(filters).filter(([, { values, isExcluded }]) => values.length > 1 && !isExcluded)
  return multiValued.length === 1 ? (multiValued[0]?.[0] as Plan['dimension']) : null
}
