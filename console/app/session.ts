import { base } from './base.ts'

/** A token is renewed when less than this is left. */
const marginMs = 60_000

interface Token {
  readonly token: string
  readonly expiresAt: string
}

let current: Token | undefined
let pending: Promise<Token> | undefined
let accountId = ''
/** Whether this page leaves for where a logout leads, so that what finds the session ended leads nowhere else. */
let isLeaving = false

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

/** The account of this page; empty before the first token is here. */
export function sessionAccountId(): string {
  return accountId
}

/** What the service says of a token that it does not accept, with status 200 for an operation of the graph. */
const refusals = ['UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED', 'ACCOUNT_SUSPENDED']

export function isSessionOver(code: string | undefined): boolean {
  return refusals.includes(code ?? '')
}

/**
 * Sends a request with the token of this page. When the service does not accept it, because the session was ended or renewed elsewhere, the
 * request is sent again with a new one, or the browser goes to the login, which leads back to this address.
 */
export async function fetchWithToken(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = async () => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${await pageToken()}`)
    return fetch(address, { ...init, headers })
  }
  const answer = await send()
  if (!(await isRefused(answer))) return answer
  dropToken()
  return send()
}

async function isRefused(answer: Response): Promise<boolean> {
  if (answer.status === 401) return true
  // A stream of events never ends.
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return false
  const { errors } = await answer.clone().json()
  return Array.isArray(errors) && errors.some(({ extensions }) => isSessionOver(extensions?.code))
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
  isLeaving = true
  const response = await fetch(`${base}/app/session`, { method: 'DELETE', headers: { 'tack-console': '1' } })
  await endSession()
  dropToken()
  // What this person has written is not for the next one.
  sessionStorage.clear()
  location.assign(response.status === 200 ? (await response.json()).location : `${base}/account/login`)
  return new Promise(() => {})
}

async function requestToken(): Promise<Token> {
  const response = await fetch(`${base}/app/session`, { method: 'POST', headers: { 'tack-console': '1' } })
  if (response.status === 401) {
    // The shell knows how the login leads back.
    const next = location.pathname.slice(base.length) + location.search
    if (isLeaving) throw new Error('The session has ended.')
    location.assign(`${base}/account/login?${new URLSearchParams({ next: `..${next}` })}`)
    return new Promise(() => {})
  }
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const token: Token = await response.json()
  const newId = accountIdOf(token)
  if (accountId !== '' && accountId !== newId) {
    // Somebody else has logged in in another tab: nothing that this page shows is theirs.
    location.reload()
    return new Promise(() => {})
  }
  accountId = newId
  return token
}

/** The subject of a JSON Web Token (RFC 7519, 4.1.2). */
function accountIdOf({ token }: Token): string {
  const [, claims = ''] = token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub
}
