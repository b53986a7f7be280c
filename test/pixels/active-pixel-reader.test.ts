import { describe, expect, it } from 'vitest'
import { ActivePixelReader } from '../../src/modules/publishing/pixels/active-pixel-reader.ts'
import type { NativeClient } from '../../src/platform/database/native-client.ts'

/** A database that answers as told, and the link ids of each statement. */
function createReader(answer: (linkIds: string) => Promise<unknown[]>) {
  const statements: string[] = []
  const warnings: string[] = []
  const client: NativeClient = {
    query: async <T extends object>(_statement: unknown, [linkIds]: readonly unknown[]) => {
      statements.push(String(linkIds))
      return (await answer(String(linkIds))) as T[]
    },
  }
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  return { reader: new ActivePixelReader(client, log as never), statements, warnings }
}

const row = (linkId: string) => ({ linkId, pixelType: 'x', pixelId: 'o1abc' })

describe('the pixels of visited links', () => {
  it('are read in one statement for the visits of one turn', async () => {
    const { reader, statements } = createReader(async () => [row('lnk_1'), row('lnk_2')])
    const read = await Promise.all(['lnk_1', 'lnk_2', 'lnk_3'].map((id) => reader.read(id)))
    expect(read).toEqual([[row('lnk_1')], [row('lnk_2')], []])
    expect(statements).toHaveLength(1)
  })

  it('are none after 100 ms without an answer, and take no second connection meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown[]>()
    const { reader, statements, warnings } = createReader(() => promise)
    const start = performance.now()
    expect(await reader.read('lnk_1')).toEqual([])
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(await reader.read('lnk_2')).toEqual([])
    expect([statements.length, warnings.length]).toEqual([1, 2])
    resolve([row('lnk_3')])
    await expect.poll(() => reader.read('lnk_3')).toEqual([row('lnk_3')])
  })

  it('are none when the database refuses, and are read again for the next visit', async () => {
    let isDown = true
    const { reader } = createReader(async () => {
      if (isDown) throw new Error('connection refused')
      return [row('lnk_1')]
    })
    expect(await reader.read('lnk_1')).toEqual([])
    isDown = false
    expect(await reader.read('lnk_1')).toEqual([row('lnk_1')])
  })
})
