import { z } from 'zod'
import type { LlmSettings } from '../../../../config/llm.ts'
import { trimEndOf } from '../../../../platform/shared/text/trim-end.ts'
import { secondMs } from '../../../../platform/shared/time.ts'

const toolCallSchema = z.object({
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ tool_calls: z.array(toolCallSchema) }) })).min(1),
})

/** The API answered with an error status. */
export class ChatCompletionError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The API answered ${status}.`)
    this.status = status
  }
}

class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
}

/** The most bytes of an answer after decompression. */
const maxResponseBytes = 64 * 1024

/** The time limit from the call to the last byte of the answer. */
const timeoutMs = 8 * secondMs

/**
 * Makes one request to the chat completions API, without retries and redirects, and returns the tool calls of the first
 * choice; an empty list if the answer has no tool calls or another form. Throws `ChatCompletionError` for an error
 * status, and other errors for a redirect, a timeout, an answer that is too large or invalid JSON.
 */
export async function requestToolCalls(
  { baseUrl, apiKey }: LlmSettings,
  request: object,
): Promise<z.infer<typeof toolCallSchema>[]> {
  const response = await fetch(`${trimEndOf(baseUrl, /\//)}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(request),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ChatCompletionError(response.status)
  }
  const { data } = completionSchema.safeParse(JSON.parse(await readText(response)))
  return data?.choices[0]?.message.tool_calls ?? []
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxResponseBytes) throw new ResponseTooLargeError(`The answer is larger than ${maxResponseBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
