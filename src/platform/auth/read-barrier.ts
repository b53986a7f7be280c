import type { Caller } from './caller.ts'

/** Work that must be done before the caller reads; undefined when there is none. Never rejects. */
export type ReadPreparation = (caller: Caller) => Promise<unknown> | undefined

/** What queries wait for, so that callers read what they have just caused on this node. */
export class ReadBarrier {
  private readonly preparations: ReadPreparation[] = []

  /** Modules call it in `create`. */
  add(preparation: ReadPreparation): void {
    this.preparations.push(preparation)
  }

  /** Undefined when nothing has to be waited for. */
  wait(caller: Caller): Promise<unknown> | undefined {
    const pending = this.preparations.flatMap((prepare) => prepare(caller) ?? [])
    return pending.length === 0 ? undefined : Promise.all(pending)
  }
}
