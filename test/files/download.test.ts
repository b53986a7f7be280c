import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test as it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { fileOf, storeOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

async function* split(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const download = (path: string) => test.app.server.inject({ method: 'GET', url: path })
const countRows = async (id: string) => {
  const [row] = await test.sql<{ files: number; chunks: number }>(
    `select (select count(*)::int from stored_file where id = ?) as files,
            (select count(*)::int from stored_file_chunk where file_id = ?) as chunks`,
    [id, id],
  )
  return row
}

describe('GET /downloads/{token}', () => {
  it.each([0, 1, 262_143, 262_144, 262_145, 1_000_003])(
    'returns a file of %i bytes as it was written',
    async (size) => {
      const bytes = randomBytes(size)
      const file = await fileOf(test, ada, split(bytes, 100_003), { name: 'all.zip', contentType: 'application/zip' })
      const answer = await download(file.path)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="all.zip"',
        'cache-control': 'private, no-store',
      })
      expect(answer.rawPayload.equals(bytes)).toBe(true)
    },
  )

  it('is described over GraphQL', async () => {
    const { token } = await fileOf(test, ada, 'ab', { name: 'ab.csv', contentType: 'text/csv' })
    const query = 'query ($token: String!) { download(token: $token) { fileName mediaType byteCount href expiresAt } }'
    const { data } = await test.graph(query, { variables: { token } })
    expect(data.download).toEqual({
      fileName: 'ab.csv',
      mediaType: 'text/csv',
      byteCount: 2,
      href: `http://tack.test/v1/downloads/${token}`,
      expiresAt: new Date(test.clock.now().getTime() + dayMs).toISOString(),
    })
  })

  it('returns 404 for a token of another file, a changed one, and one of another kind', async () => {
    const { token } = await fileOf(test, ada, 'ab')
    const other = await fileOf(test, ada, 'cd')
    const mixed = `${token.slice(0, 30)}${other.token.slice(30)}`
    const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`
    for (const wrong of [mixed, changed, token.replace('tkd_', 'tkm_'), 'tkd_', 'x'])
      expect((await download(`/v1/downloads/${wrong}`)).statusCode).toBe(404)
  })

  it('returns 404 for a file that expires now, and maintenance deletes it', async () => {
    const { id, path } = await fileOf(test, ada, 'ab')
    test.clock.advance({ hours: 24 })
    expect((await download(path)).json().error.code).toBe('DOWNLOAD_NOT_FOUND')
    await storeOf(test).runMaintenance()
    expect(await countRows(id)).toEqual({ files: 0, chunks: 0 })
  })

  it('returns 404 for a file of a workspace that is deleted', async () => {
    const { path } = await fileOf(test, ada, 'ab', { workspaceId: ada.workspaceId })
    expect((await download(path)).statusCode).toBe(200)
    await test.sql('update workspace set deleted_at = now() where id = ?', [ada.workspaceId])
    expect((await download(path)).statusCode).toBe(404)
    await test.sql('update workspace set deleted_at = null where id = ?', [ada.workspaceId])
  })

  it('leaves nothing of a file whose writing fails', async () => {
    const ids = async () => (await test.sql<{ id: string }>('select id from stored_file')).map(({ id }) => id)
    const before = await ids()
    const broken = async function* () {
      yield randomBytes(600_000)
      throw new Error('the source ends')
    }
    await expect(fileOf(test, ada, broken())).rejects.toThrow('the source ends')
    expect(await ids()).toEqual(before)
  })
})
