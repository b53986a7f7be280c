import type { CombinedError } from 'urql'
import { isSessionOver } from '../app/session.ts'
import { t } from '../texts/texts.ts'

/** What the service says about a failed operation. */
export interface Problem {
  /** A sentence for people. */
  readonly message: string
  /** What to do next, where the service knows it. */
  readonly resolution?: string
  /** What is wrong with the fields of the input, by their names. */
  readonly fields: Readonly<Record<string, string>>
  readonly code?: string
}

/** The problem and what to do next, where there is one line for both. */
export function sentenceOf({ message, resolution }: Problem): string {
  return resolution ? `${message} ${resolution}` : message
}

interface Extensions {
  readonly code?: string
  readonly resolution?: string
  readonly retryAfter?: number
  readonly retryAfterSeconds?: number
  readonly details?: readonly { readonly field: string; readonly issue: string }[]
}

/** Turns an error of urql into a problem that a form or a page can show. Null without an error. */
export function problemOf(error: CombinedError | undefined): Problem | null {
  if (!error) return null
  if (error.networkError) return { message: navigator.onLine ? t('problem.network') : t('problem.offline'), fields: {} }
  const [first] = error.graphQLErrors
  if (!first) return { message: error.message, fields: {} }
  const { code, resolution, details = [] } = first.extensions as Extensions
  if (isSessionOver(code)) return { message: t('problem.session'), fields: {} }
  const fields = Object.fromEntries(details.map(({ field, issue }) => [lastPart(field), issue]))
  return { message: first.message, fields, ...(resolution && { resolution }), ...(code && { code }) }
}

/** `items.0.destination` is the field `destination` of a form. */
function lastPart(field: string): string {
  return field.split('.').at(-1) ?? field
}
