import type { Dimension, Filters } from '../plan.ts'
import { fixedValues } from '../rules/filters.ts'

const codes: Readonly<Partial<Record<Dimension, RegExp>>> = {
  country: /^[A-Z]{2}$/,
  region: /^[A-Z]{2}-[A-Z0-9]{1,3}$/,
}

/**
 * Whether every value a model wants to filter by is a code, a name of ours, or in the question. An answer repeats what it
 * was filtered by, so this is what keeps a model from putting words into it.
 */
export function areGrounded(filters: Filters, question: string): boolean {
  const asked = question.toLowerCase()
  return Object.entries(filters).every(([dimension, text]) =>
    text.split(',').every((each) => {
      const value = each.trim().replace(/^-/, '')
      if (value === 'Unknown' || codes[dimension as Dimension]?.test(value)) return true
      return fixedValues.has(`${dimension} ${value}`) || asked.includes(value.toLowerCase())
    }),
  )
}
