import { formatCount } from './calendar.ts'
import type { AnswerData } from './insight.types.ts'
import { formatList, quoteName } from './number-text.ts'
import type { Cycle, Plan } from './question-plan.ts'

const cycleLabels: Readonly<Record<Cycle, string>> = {
  hour: 'hour of the day',
  weekday: 'weekday',
  weekend: 'weekdays and weekends',
}

/** The clicks by hour of the day or by weekday, the best hour or weekday, or the clicks on some weekdays. */
export function formatCycle(
  { cycle, cycleIndexes, order, period, limit }: Plan,
  { rows, total, link, tiedCount }: AnswerData,
  subject: string,
  scope: string,
): string {
  const [first] = rows
  if (!first || cycle === null) return ''
  if (order && limit === 1) {
    const each = rows.length > 1 ? ' each' : ''
    const place =
      tiedCount === null
        ? formatPlace(
            cycle,
            rows.map(({ name }) => name),
          )
        : `${cycle === 'hour' ? 'in' : 'on'} ${tiedCount} ${cycle === 'hour' ? 'hours of the day' : 'weekdays'}`
    return `${subject} had the ${order} clicks ${place} ${scope}: ${first.clicks}${each} of ${total}.`
  }
  if (cycleIndexes?.length === 1) {
    const average = first.average === null ? '' : `, ${first.average} a day on average`
    return `${subject} had ${formatCount(first.clicks, 'click')} ${formatPlace(cycle, [first.name])} ${scope}${average}.`
  }
  const counts = rows.map(({ name, clicks, average }) =>
    average === null || cycle !== 'weekend' ? `${name} ${clicks}` : `${name} ${clicks}, ${average} a day on average`,
  )
  const linkText = link ? ` for ${quoteName(link.title)}` : ''
  const scopeText = scope.replace(period.label, `${period.label}${linkText}`)
  return `Clicks by ${cycleLabels[cycle]} ${scopeText}: ${counts.join(cycle === 'weekend' ? '; ' : ', ')} (of ${formatCount(total ?? 0, 'click')}).`
}

function formatPlace(cycle: Cycle, names: readonly string[]): string {
  if (cycle === 'hour') return `in the hour${names.length > 1 ? 's' : ''} from ${formatList(names)}`
  if (cycle === 'weekday') return `on ${formatList(names.map((name) => `${name}s`))}`
  return names[0] === 'Monday to Friday' ? 'from Monday to Friday' : 'on weekends'
}
