import { z } from 'zod'

export interface ChatCompletionClientOptions {
  /** Base address of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number
}

/** The part of a chat completion request that is used here. */
export interface ChatCompletionRequest {
  readonly model: string
  readonly max_tokens: number
  readonly tools: readonly { readonly type: 'function'; readonly function: FunctionDefinition }[]
  readonly tool_choice: { readonly type: 'function'; readonly function: { readonly name: string } }
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[]
}

interface FunctionDefinition {
  readonly name: string
  readonly strict: boolean
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One call of a tool by the model. */
export type ToolCall = z.infer<typeof toolCallSchema>

const toolCallSchema = z.object({
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ tool_calls: z.array(toolCallSchema) }) })).min(1),
})

/** The API answered with an error status. */
export class ChatCompletionError extends Error {
  override readonly name: string = 'ChatCompletionError'
  readonly status: number

  constructor(status: number) {
    super(`The API answered ${status}.`)
    this.status = status
  }
}

export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
}

const maxResponseBytes = 64 * 1024

/**
 * A client of the chat completions API. Each call is one request: no retry, no redirect, and an answer of at most 64 KiB
 * after decompression.
 */
export class ChatCompletionClient {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #timeoutMs: number

  constructor({ baseUrl, apiKey, timeoutMs }: ChatCompletionClientOptions) {
    this.#url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    }
    this.#timeoutMs = timeoutMs
  }

  /**
   * Returns the tool calls of the first choice; an empty list if the answer has none or another form. Throws
   * `ChatCompletionError` for an error status, and other errors for a redirect, a timeout, an answer that is too large
   * or invalid JSON.
   */
  async requestToolCalls(request: ChatCompletionRequest): Promise<ToolCall[]> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ChatCompletionError(response.status)
    }
    const { data } = completionSchema.safeParse(JSON.parse(await readText(response)))
    return data?.choices[0]?.message.tool_calls ?? []
  }
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
