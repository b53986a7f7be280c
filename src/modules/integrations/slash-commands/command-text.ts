import type { ServiceError } from '../../../platform/shared/service-error.ts'

/** What a person wrote after the command. */
export interface CommandText {
  readonly address: string
  readonly slug: string | undefined
}

/** Undefined for what is no address with at most one slug, whose answer is the help. */
export function readCommandText(text: string): CommandText | undefined {
  const [first, slug, ...others] = text.trim().split(/\s+/)
  if (!first || first.toLowerCase() === 'help' || others.length > 0) return undefined
  return { address: unwrapAddress(first), slug }
}

/** Slack sends `<https://example.com?a=1&amp;b=2|example.com>` when the command escapes links. */
function unwrapAddress(word: string): string {
  const address = /^<([^|>]+)(?:\|[^>]*)?>$/.exec(word)?.[1]
  return address?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') ?? word
}

/** `command` is the word by which the chat calls the command. */
export function describeCommand(command: string | undefined): string {
  const word = command !== undefined && /^\/[\w-]{1,40}$/.test(command) ? command : '/shorten'
  return [
    `${word} https://example.com/a/long/page makes a short link.`,
    `${word} https://example.com/a/long/page spring-sale gives it the end that you choose.`,
    'Only you see the answer.',
  ].join('\n')
}

/** The error for the person who wrote the command. `apiKeySetting` is for the operator, who alone can change the key. */
export function describeError(error: ServiceError, apiKeySetting: string): string {
  if (error.status === 401)
    return `The command has no valid API key. Tell the operator of the service: ${apiKeySetting} was refused (${error.code}).`
  error.useNames({ input: (name) => inputWords[name] ?? name })
  // A chat shows no header with the seconds, and the message has them.
  return error.status === 429 ? error.message : `${error.message} ${error.resolution}`
}

const inputWords: Readonly<Record<string, string>> = { destination: 'the address', code: 'the slug' }

/** Slack and Mattermost read these three characters as marks (https://api.slack.com/reference/surfaces/formatting#escaping). */
export function escapeMarks(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
