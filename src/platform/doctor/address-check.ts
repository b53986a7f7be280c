import { Agent, request } from 'undici'
import type { Settings } from '../../config.ts'
import { readSecureContext } from '../http-client/extra-certificates.ts'

const timeoutMs = 4_000
const maxBytes = 64 * 1024

/** What an address of a setting answered; `body` is the beginning of its text. */
export interface Answer {
  readonly status: number
  readonly body: string
}

interface Question {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Asks an address that a setting names, which may be in a private network. Returns a sentence why there was no answer. */
export async function askAddress(
  url: string,
  { extraCertificatesFile }: Pick<Settings, 'extraCertificatesFile'>,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Answer | string> {
  const secureContext = extraCertificatesFile && (await readSecureContext(extraCertificatesFile))
  const dispatcher = new Agent({ connect: { timeout: timeoutMs, ...(secureContext && { secureContext }) } })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await request(url, { method, headers: { ...headers }, body: body ?? null, dispatcher, signal })
    return { status: response.statusCode, body: await readBeginning(response.body) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return message || String(code)
  } finally {
    await dispatcher.destroy()
  }
}

async function readBeginning(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(parts).toString()
}
