/** The languages in which dates of products and spreadsheets are read, besides English. */
const locales = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl', 'fi', 'cs', 'tr']

const lengths = ['long', 'short'] as const

/** A word in the form for comparison: in lower case, without a dot at the end. */
function toWord(text: string): string {
  return (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase()
}

/** Returns the names of a part of each date in all languages, also in the form beside a day. Creating a format takes most of the time. */
function namesOf(part: 'month' | 'weekday', dates: readonly Date[]): string[][] {
  const formats = locales.flatMap((locale) =>
    lengths.map((length) => ({
      alone: new Intl.DateTimeFormat(locale, { [part]: length, timeZone: 'UTC' }),
      inDate: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', [part]: length, timeZone: 'UTC' }),
    })),
  )
  return dates.map((at) =>
    formats.flatMap(({ alone, inDate }) => {
      const beside = inDate.formatToParts(at).flatMap(({ type, value }) => (type === part ? value : []))
      return [alone.format(at), ...beside].map(toWord)
    }),
  )
}

const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 5)))
const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1)))

/** A name that two languages have for different months is left out. */
const monthByWord: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, number>([
    ['sept', 9],
    ['mrz', 3],
    ['set', 9],
  ])
  const ambiguous = new Set<string>()
  for (const [index, names] of namesOf('month', months).entries()) {
    const month = index + 1
    for (const name of names) {
      if (!/^\p{L}{3,12}$/u.test(name)) continue
      if ((found.get(name) ?? month) !== month) ambiguous.add(name)
      found.set(name, month)
    }
  }
  for (const name of ambiguous) found.delete(name)
  return found
})()

const ignoredWords: ReadonlySet<string> = new Set([
  ...'at of the um uhr de del le la el il em den kl om à às alle ore a las tues wednes thur thurs satur'.split(' '),
  ...namesOf('weekday', weekdays).flat(),
])

/** The number of a month, from 1, by its name in one of the languages; 0 for another word. */
export function readMonth(word: string): number {
  return monthByWord.get(toWord(word)) ?? 0
}

/**
 * Whether a date has the same meaning without a word, such as the name of a weekday. Words that name a month are
 * checked before.
 */
export function isIgnoredWord(word: string): boolean {
  return ignoredWords.has(toWord(word)) && readMonth(word) === 0
}
