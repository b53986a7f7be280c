import { i18n } from '@lingui/core'
import type { CombinedError, OperationResult } from 'urql'
import { isSessionOver } from '../app/session.ts'
import { loadMoreTexts, t } from '../texts/texts.ts'
import type { Problem, ReportedError } from './problem-sentences.ts'

export type { Problem }

/** The same in the words of the console and in the language of the page, which the first screen is drawn without. */
export async function explain(reported: ReportedError): Promise<Problem> {
  const loading = [loadMoreTexts('later'), loadMoreTexts('problems')]
  const { describeError } = await import('./problem-sentences.ts')
  await Promise.all(loading)
  return describeError(reported, i18n)
}

/** Explains the errors of an operation. They keep the sentences of the service when the sentences of the console cannot be loaded. */
export async function explainErrors(result: OperationResult): Promise<OperationResult> {
  for (const error of result.error?.graphQLErrors ?? []) {
    const { message, extensions } = error
    const problem = await explain({ ...extensions, message }).catch(() => null)
    if (problem) Object.assign(error, { message: problem.message, extensions: { ...extensions, ...problem } })
  }
  return result
}

/** Why the service was not reached. */
export function networkSentence(): string {
  return t(navigator.onLine ? 'problem.network' : 'problem.offline')
}

/** Turns an error of urql into a problem that a form or a page can show. Null without an error. */
export function problemOf(error: CombinedError | undefined): Problem | null {
  if (!error) return null
  if (error.networkError) return { message: networkSentence(), fields: {} }
  const [first] = error.graphQLErrors
  if (!first) return { message: error.message, fields: {} }
  const { code, fields = {} } = first.extensions as Partial<Problem>
  if (isSessionOver(code)) return { message: t('problem.session'), fields: {} }
  return { message: first.message, fields, ...(code && { code }) }
}
