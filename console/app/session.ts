import { base } from './base.ts'

/** A token is renewed when less than this is left. */
const marginMs = 60_000

interface Token {
  readonly token: string
  readonly expiresAt: string
}

let current: Token | undefined
let pending: Promise<Token> | undefined

/**
 * The token of this page, which lives in its memory only. The service gives it for the session cookie, which no script
 * can read. Without a session the browser goes to the login, and the promise never settles.
 */
export async function pageToken(): Promise<string> {
  if (current && Date.parse(current.expiresAt) - Date.now() > marginMs) return current.token
  pending ??= requestToken().finally(() => {
    pending = undefined
  })
  current = await pending
  return current.token
}

/** Forgets the token, for instance after an answer that refused it. */
export function dropToken(): void {
  current = undefined
}

/**
 * Ends the session by an operation of the graph, clears the cookie, and leaves for the login, or for the logout of the identity provider
 * that has begun the session. The service knows it only before the session ends, and the token of the page outlives the cookie.
 */
export async function leave(endSession: () => Promise<unknown>): Promise<never> {
  await pageToken().catch(dropToken)
  const response = await fetch(`${base}/app/session`, { method: 'DELETE', headers: { 'tack-console': '1' } })
  await endSession()
  dropToken()
  location.assign(response.status === 200 ? (await response.json()).location : `${base}/account/login`)
  return new Promise(() => {})
}

async function requestToken(): Promise<Token> {
  const response = await fetch(`${base}/app/session`, { method: 'POST', headers: { 'tack-console': '1' } })
  if (response.status === 401) {
    // The shell knows how the login leads back.
    const next = location.pathname.slice(base.length) + location.search
    location.assign(`${base}/account/login?${new URLSearchParams({ next: `..${next}` })}`)
    return new Promise(() => {})
  }
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return response.json()
}
