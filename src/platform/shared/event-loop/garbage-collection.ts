import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees what only the start needed, some 100 MB, once the start is over. Without it V8 would keep them until this thread
 * is busy.
 */
export function collectGarbageAfterStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
  }, 2_000).unref()
}
