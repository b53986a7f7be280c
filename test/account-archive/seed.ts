import { unzipSync } from 'fflate'
import { expect, vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { settling } from '../support/settling.ts'

/** The answer about an archive when it is no longer to come. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it wants.
export async function endOf({ rest }: TestApp, { token }: SeededAccount): Promise<any> {
  const read = async () => {
    const { json } = await rest.get('/v1/auth/me/export', { token })
    expect(json.state).toMatch(/completed|failed/)
    return json
  }
  return vi.waitFor(read, settling)
}

/** Downloads a file without a credential, and returns the texts of its entries by their names. */
export async function unzipAt({ app }: TestApp, href: string): Promise<Record<string, string>> {
  const answer = await app.server.inject({ method: 'GET', url: new URL(href).pathname })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const entries = Object.entries(unzipSync(answer.rawPayload))
  return Object.fromEntries(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]))
}

/** Requests an archive, and returns the texts of its entries. */
export async function archiveOf(test: TestApp, account: SeededAccount): Promise<Record<string, string>> {
  const { status } = await test.rest.post('/v1/auth/me/export', undefined, { token: account.token })
  expect(status).toBe(202)
  const { download } = await endOf(test, account)
  return unzipAt(test, download.href)
}
