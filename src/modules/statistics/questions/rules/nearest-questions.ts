import { normalizeQuestion } from './question-scanner.ts'
import { correctSpelling, fillerWords } from './vocabulary.ts'

/** Questions that the rules understand for every account, the most common first. */
export const exampleQuestions: readonly string[] = [
  'How many clicks did my links get this month?',
  'Which link did best this week?',
  'Top 5 countries in the last 30 days',
  'Compare this week with last week',
  'Clicks by day in the last 7 days',
  'How many unique visitors did I have last month?',
  'Where do my visitors come from?',
  'Which link did worst this month?',
  'Which links have no clicks this month?',
  'Which referrer brings the most clicks?',
  'Which campaign brought the most clicks this month?',
  'Clicks by UTM source last month',
  'Clicks by UTM medium last month',
  'Which browsers do my visitors use?',
  'Which devices do my visitors use?',
  'Which operating systems do my visitors use?',
  'Clicks by region this month',
  'Top 10 cities this month',
  'Clicks by continent this year',
  'How many clicks came from Europe last month?',
  'How many clicks came from mobile this month?',
  'What percentage of clicks came from mobile?',
  'What share of clicks came from Germany last month?',
  'Clicks by country in percent',
  'How many clicks do I get per day on average?',
  'What is the average number of clicks per week this year?',
  'Average unique visitors per day this month',
  'What day of the week is best?',
  'Clicks by weekday last month',
  'Clicks on weekends this month',
  'Do I get more clicks on weekends or on weekdays?',
  'What time of day do I get the most clicks?',
  'Clicks by hour of the day in the last 30 days',
  'Clicks by hour today',
  'What was my best day this month?',
  'Weekly clicks this year',
  'Monthly clicks in the last 12 months',
  'How many QR scans did I get this month?',
  'Which QR codes were not scanned this month?',
  'How many bots visited my links last week?',
  'What percentage of my traffic is bots?',
  'How many links did I create this month?',
  'Which links did I create this week?',
  'How many links do I have?',
  'Compare this month with the same month last year',
  'Clicks in the same month last year',
  'How many clicks yesterday?',
  'How many clicks today?',
  'Clicks since 1 January',
  'Direct traffic this month',
  'Unique visitors from Germany on mobile since 1 May',
]

const suggestionCount = 3

/** The meaningful words of a question, with their spelling corrected. */
function findKeywords(question: string): ReadonlySet<string> {
  const words = normalizeQuestion(question).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.map(toKeyword).filter((word) => !fillerWords.has(word)))
}

/** `links` and `link` are one keyword. */
function toKeyword(word: string): string {
  return correctSpelling(word)
    .replace(/ies$/, 'y')
    .replace(/(?<=..)s$/, '')
}

const examples = exampleQuestions.map((text) => ({ text, keywords: findKeywords(text) }))

/** Words that occur in few examples weigh more. */
const weights = new Map(
  [...new Set(examples.flatMap(({ keywords }) => [...keywords]))].map((word) => [
    word,
    Math.log((examples.length + 1) / examples.filter(({ keywords }) => keywords.has(word)).length),
  ]),
)

/** Returns the three questions of the examples that have most in common with a question (weighted Jaccard index). */
export function findNearestQuestions(question: string): string[] {
  const keywords = findKeywords(question)
  return examples
    .map(({ text, keywords: own }) => {
      const common = [...own].filter((word) => keywords.has(word))
      const all = new Set([...own, ...keywords])
      return { text, score: weigh(common) / Math.max(weigh(all), 1) }
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, suggestionCount)
    .map(({ text }) => text)
}

function weigh(words: Iterable<string>): number {
  return [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
}
