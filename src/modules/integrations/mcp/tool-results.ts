import type { GraphQLFormattedError } from 'graphql'
import type { OperationResult } from '../../../platform/graphql/operation-runner.ts'
import { fitResult } from './result-size.ts'

/** An image that an operation has drawn. */
export interface DrawnImage {
  readonly mediaType: string
  readonly bytes: Uint8Array
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

/** The result of a call, as MCP has it. */
export interface ToolResult {
  readonly [key: string]: unknown
  content: Content[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/**
 * The result of an operation as the result of a tool. A root field without data is an error, also beside other data: an
 * agent that reads `{"createUrl": null}` believes that it has worked. Texts of strangers stand in the data alone.
 */
export function toToolResult({ data, errors = [] }: OperationResult, image?: DrawnImage): ToolResult {
  const isRootError = ({ path }: GraphQLFormattedError) => !path || data?.[String(path[0])] == null
  const rootErrors = errors.filter(isRootError)
  const [first] = rootErrors
  if (first || !data) return toErrorResult(first, data ?? {})
  const { data: fitting, notes } = fitResult(data)
  const left = errors.map(({ path, message }) => `${path?.join('.')} was left out: ${message}`)
  return {
    content: [
      { type: 'text', text: JSON.stringify(fitting) },
      ...[...notes, ...left].map((text): Content => ({ type: 'text', text })),
      ...(image ? toImageContent(image) : []),
    ],
    structuredContent: fitting,
  }
}

/**
 * What went wrong, what to do next, and the fields that it is about. A limit says in how many seconds it ends. What the same
 * call has done before is named, so that the agent does not do it again.
 */
function toErrorResult(error: GraphQLFormattedError | undefined, data: Readonly<Record<string, unknown>>): ToolResult {
  const done = Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [name]))
  const { code, resolution, details, retryAfterSeconds, requestId } = error?.extensions ?? {}
  const described = {
    code: code ?? 'INTERNAL',
    message: error?.message ?? 'There is no result.',
    ...(resolution !== undefined && { resolution }),
    ...(details !== undefined && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(requestId !== undefined && { requestId }),
    ...(done.length > 0 && { done }),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(described) }] }
}

/** What an agent can look at: an image, or SVG as text. A PDF is at its address alone. */
function toImageContent({ mediaType, bytes }: DrawnImage): Content[] {
  const buffer = Buffer.from(bytes)
  if (mediaType === 'image/png') return [{ type: 'image', data: buffer.toString('base64'), mimeType: mediaType }]
  return mediaType === 'image/svg+xml' ? [{ type: 'text', text: buffer.toString('utf8') }] : []
}
