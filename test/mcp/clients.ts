import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A tool, as a client lists it. */
export interface ClientTool {
  readonly name: string
  readonly description?: string
}

/** The result of a call, as a client gets it. */
export interface ClientResult {
  readonly isError?: boolean
  readonly content: {
    readonly type: string
    readonly text?: string
    readonly mimeType?: string
    readonly data?: string
  }[]
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape the tool answers with.
  readonly structuredContent?: any
}

/** What the tests need of a client, whichever it is. */
export interface AgentClient {
  tools(): Promise<ClientTool[]>
  call(name: string, args?: Record<string, unknown>): Promise<ClientResult>
  close(): Promise<void>
}

/** Clients that agents have: the library of today in its three ways to choose a version, and the one before it. */
export const clientKinds = ['2026-07-28', 'auto', 'legacy', 'sdk v1'] as const

export async function connect(
  base: string,
  token: string,
  kind: (typeof clientKinds)[number] = 'auto',
): Promise<AgentClient> {
  const url = new URL(`${base}/mcp`)
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } }
  const info = { name: 'an agent', version: '1.0.0' }
  if (kind === 'sdk v1') {
    const client = new FormerClient(info)
    await client.connect(new FormerTransport(url, options) as Parameters<FormerClient['connect']>[0])
    return {
      tools: async () => (await client.listTools()).tools,
      call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as ClientResult,
      close: () => client.close(),
    }
  }
  const mode = kind === '2026-07-28' ? { pin: kind } : kind
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, options))
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as ClientResult,
    close: () => client.close(),
  }
}

/** The error of a result. */
export function errorOf({ isError, content }: ClientResult) {
  return isError ? JSON.parse(content[0]?.text ?? '{}') : undefined
}
