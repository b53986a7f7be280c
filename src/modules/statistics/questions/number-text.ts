import type { InsightRow } from './insight.types.ts'
import type { Plan } from './question-plan.ts'

/** Quotes a name. Typographic quotation marks inside it are replaced, so that they do not end the quotation. */
export function quoteName(name: string): string {
  return `“${name.replaceAll(/[“”]/g, '"')}”`
}

/** Such as `33.3 %`. */
export function formatPercent(share: number): string {
  return `${share} %`
}

/** Such as ` (33.3 %)`, if the question asks for percent. */
export function formatShareInBrackets({ inPercent }: Plan, { share }: InsightRow): string {
  return inPercent && share !== null ? ` (${formatPercent(share)})` : ''
}

/** Such as `A, B and C`. */
export function formatList(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
