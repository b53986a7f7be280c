import { describe, expect, it, vi } from 'vitest'
import { EventQueue } from '../../../src/platform/graphql/subscriptions/event-queue.ts'
import { SubscriberTooSlow } from '../../../src/platform/graphql/subscriptions/subscription.errors.ts'

function mailbox(most?: number) {
  const ended = vi.fn()
  return { ended, box: new EventQueue<number>(ended, most) }
}

const event = (value: number) => ({ done: false, value })
const over = { done: true, value: undefined }

describe('EventQueue', () => {
  it('returns events in order, queued ones and later ones', async () => {
    const { box } = mailbox()
    box.push(1)
    box.push(2)
    expect([await box.next(), await box.next()]).toEqual([event(1), event(2)])
    const third = box.next()
    box.push(3)
    expect(await third).toEqual(event(3))
  })

  it('ends a pending read', async () => {
    const { box, ended } = mailbox()
    const waiting = box.next()
    expect(await box.return()).toEqual(over)
    expect(await waiting).toEqual(over)
    expect(await box.next()).toEqual(over)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('rejects the pending or the next read once, and drops queued events', async () => {
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

  it('fails with SUBSCRIBER_TOO_SLOW when it is full', async () => {
    const { box, ended } = mailbox(2)
    for (const value of [1, 2]) box.push(value)
    expect(ended).not.toHaveBeenCalled()
    box.push(3)
    await expect(box.next()).rejects.toBeInstanceOf(SubscriberTooSlow)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('reports an error once, and ignores events after its end', async () => {
    const { box, ended } = mailbox()
    await box.return()
    box.fail(new Error('late'))
    box.push(1)
    expect(await box.next()).toEqual(over)
    expect(ended).toHaveBeenCalledTimes(1)
  })
})
