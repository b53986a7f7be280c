import { describe, expect, it, vi } from 'vitest'
import { EventQueue } from '../../../src/platform/graphql/subscriptions/event-queue.ts'
import { SubscriberTooSlow } from '../../../src/platform/graphql/subscriptions/subscription.errors.ts'

function mailbox(most?: number) {
  const ended = vi.fn()
  return { ended, box: new EventQueue<number>(ended, most) }
}

const event = (value: number) => ({ done: false, value })
const over = { done: true, value: undefined }

describe('a mailbox', () => {
  it('gives events in the order they came, those that waited and those that are waited for', async () => {
    const { box } = mailbox()
    box.push(1)
    box.push(2)
    expect([await box.next(), await box.next()]).toEqual([event(1), event(2)])
    const third = box.next()
    box.push(3)
    expect(await third).toEqual(event(3))
  })

  it('ends while an event is waited for', async () => {
    const { box, ended } = mailbox()
    const waiting = box.next()
    expect(await box.return()).toEqual(over)
    expect(await waiting).toEqual(over)
    expect(await box.next()).toEqual(over)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('fails once, for who waits or else for who comes next, and gives nothing of what waited', async () => {
    const waited = mailbox()
    const waiting = waited.box.next()
    waited.box.fail(new Error('revoked'))
    await expect(waiting).rejects.toThrow('revoked')
    const queued = mailbox()
    queued.box.push(1)
    queued.box.fail(new Error('revoked'))
    queued.box.push(2)
    await expect(queued.box.next()).rejects.toThrow('revoked')
    expect(await queued.box.next()).toEqual(over)
    expect(queued.ended).toHaveBeenCalledTimes(1)
  })

  it('fails with SUBSCRIBER_TOO_SLOW when more wait than may, and leaves none out silently', async () => {
    const { box, ended } = mailbox(2)
    for (const value of [1, 2]) box.push(value)
    expect(ended).not.toHaveBeenCalled()
    box.push(3)
    await expect(box.next()).rejects.toBeInstanceOf(SubscriberTooSlow)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('tells the same failure to nobody twice, and takes no event after its end', async () => {
    const { box, ended } = mailbox()
    await box.return()
    box.fail(new Error('late'))
    box.push(1)
    expect(await box.next()).toEqual(over)
    expect(ended).toHaveBeenCalledTimes(1)
  })
})
