import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { Owner } from './owner.ts'

// The embedded database runs one transaction at a time. These are races on a server only.

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const repeat = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

describe('concurrently', () => {
  it('the first ten changes of the setting of an account are all accepted', async () => {
    const owner = new Owner(test, await test.seed.account())
    const answers = await repeat(10, (index) => owner.watchAll(index % 2 === 0))
    expect(answers.map(({ isOn }) => isOn)).toEqual(answers.map(() => expect.any(Boolean)))
  })

  it('a link is watched and not watched: each change is accepted, and the link has a next check only if it is watched', async () => {
    const owner = new Owner(test, await test.seed.account())
    for (let round = 0; round < 5; round++) {
      // A port that the service does not call, so no check changes the answers.
      const { id } = await test.seed.link(owner.account, { longUrl: 'https://example.com:25/' })
      const answers = await repeat(8, (index) => owner.watch(id, index % 2 === 0))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      const { isWatched, nextCheckAt } = await owner.getHealth(id)
      expect(nextCheckAt !== null).toBe(isWatched)
    }
  })
})
