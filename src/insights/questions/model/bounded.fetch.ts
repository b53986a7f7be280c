/** The model's answer was larger than any plan is. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

const mostBytes = 64 * 1024

/**
 * A fetch for one host we were told to trust with questions and with nothing else: no redirect is followed, the whole
 * answer is there before the deadline or not at all, and it is cut off beyond 64 KiB, counted once it is unpacked.
 */
export function boundedFetch(patienceMs: number): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(init?.signal ? [init.signal] : [])])
    const answer = await fetch(input, { ...init, redirect: 'error', signal })
    const pieces: Uint8Array[] = []
    let size = 0
    // Leaving the loop early cancels the rest.
    for await (const piece of answer.body ?? []) {
      size += piece.length
      if (size > mostBytes) throw new TooLarge(`The answer is larger than ${mostBytes} bytes.`)
      pieces.push(piece)
    }
    const headers = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }
    return new Response(Buffer.concat(pieces), { status: answer.status, headers })
  }
}
