interface Log {
  warn(details: object, message: string): void
}

/**
 * Repeats an act, each time so long after it has ended, until the returned function is called, which waits for the one
 * under way. A failed act is logged, once for a row of them, and tried again.
 */
export function pulse(act: () => Promise<unknown>, everyMs: number, log: Log): () => Promise<void> {
  let isOver = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer = setTimeout(beat, everyMs).unref()

  function beat(): void {
    running = once().finally(() => {
      if (!isOver) timer = setTimeout(beat, everyMs).unref()
    })
  }

  async function once(): Promise<void> {
    try {
      await act()
      isFailing = false
    } catch (err) {
      if (!isFailing && !isOver) log.warn({ err }, 'a repeated act failed; trying again')
      isFailing = true
    }
  }

  return async () => {
    isOver = true
    clearTimeout(timer)
    await running
  }
}
