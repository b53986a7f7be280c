import type { Clock } from '../../src/platform/shared/time.ts'

/** A clock that moves only when a test moves it. It starts at the real time, for which partitions exist. */
export class TestClock implements Clock {
  #now = new Date()

  now(): Date {
    return new Date(this.#now)
  }

  advance({
    ms = 0,
    seconds = 0,
    minutes = 0,
    hours = 0,
    days = 0,
  }: Partial<Record<'ms' | 'seconds' | 'minutes' | 'hours' | 'days', number>>): void {
    const total = ms + 1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)))
    this.#now = new Date(this.#now.getTime() + total)
  }

  set(instant: Date): void {
    this.#now = new Date(instant)
  }
}
