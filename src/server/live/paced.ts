import type { WebSocket } from 'ws'

/** Messages of one client that are under way at once: each of its subscriptions for as long as it runs, and a few more. */
const mostAtOnce = 20

/**
 * Hears a client no faster than it is answered and reads its answers. Else one that asks and never reads would fill the
 * memory of the process with what it is owed. `hear` does not reject.
 */
export function hearPaced(socket: WebSocket, hear: (text: string) => Promise<void>): void {
  let underWay = 0
  socket.on('message', (data) => {
    underWay++
    if (underWay === mostAtOnce) socket.pause()
    void hear(String(data)).finally(() => {
      underWay--
      if (underWay === mostAtOnce - 1) socket.resume()
    })
  })
}
