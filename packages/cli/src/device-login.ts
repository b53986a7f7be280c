import { setTimeout as wait } from 'node:timers/promises'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Profile } from './profiles.ts'
import { printLine } from './terminal.ts'

const clientId = 'tack-cli'
const scope = 'read:links write:links read:analytics write:qr'

/** A token is renewed when it has less time left than this. */
const renewBeforeMs = 60_000

/** How the command proves who one is. */
export type Login = Pick<Profile, 'token' | 'refreshToken' | 'expiresAt'>

interface ServerMetadata {
  readonly device_authorization_endpoint?: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
}

interface DeviceAnswer {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete?: string
  readonly expires_in: number
  readonly interval?: number
}

interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}

interface OAuthError {
  readonly error: string
  readonly error_description?: string
}

/** Logs in by another device, such as the telephone (RFC 8628): prints where to type which code, and waits for the answer. */
export async function logInByDevice(url: string): Promise<Login> {
  const { device_authorization_endpoint: endpoint, token_endpoint: tokenEndpoint } = await readMetadata(url)
  if (endpoint === undefined) throw new CommandError('This service has no login by device. Use an API key.')
  const device = await send<DeviceAnswer>(endpoint, { scope })
  if (isError(device)) throw refusal(device)
  await printLine(`Open ${device.verification_uri} and type the code ${device.user_code}.`)
  if (device.verification_uri_complete !== undefined)
    await printLine(`The code is filled in at ${device.verification_uri_complete}`)
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code }
  const endsAt = Date.now() + device.expires_in * 1000
  for (let seconds = device.interval ?? 5; Date.now() < endsAt; ) {
    await wait(seconds * 1000)
    // A service that is away for a moment is asked again.
    const answer = await send<TokenAnswer>(tokenEndpoint, form).catch(() => undefined)
    if (answer === undefined || isWaiting(answer)) {
      if (answer?.error !== 'authorization_pending') seconds += 5
    } else if (isError(answer)) throw refusal(answer)
    else return toLogin(answer)
  }
  throw refusal({ error: 'expired_token' })
}

function isError(answer: object): answer is OAuthError {
  return 'error' in answer
}

function isWaiting(answer: object): answer is OAuthError {
  return isError(answer) && ['authorization_pending', 'slow_down', 'temporarily_unavailable'].includes(answer.error)
}

/** The login with a new token, if the one that it has ends soon. */
export async function renewLogin(url: string, login: Login): Promise<Login> {
  const { refreshToken, expiresAt } = login
  if (refreshToken === undefined || (expiresAt ?? 0) - Date.now() > renewBeforeMs) return login
  const { token_endpoint: endpoint } = await readMetadata(url)
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const answer = await send<TokenAnswer>(endpoint, form)
  if (!isError(answer)) return { refreshToken, ...toLogin(answer) }
  if (answer.error !== 'invalid_grant') throw refusal(answer)
  throw new CommandError('The login has ended. Run `tack login --device` again.', exitCodes.notLoggedIn)
}

/** Ends the access on the side of the service. */
export async function revokeLogin(url: string, token: string): Promise<void> {
  const { revocation_endpoint: endpoint } = await readMetadata(url)
  await send(endpoint, { token })
}

function toLogin({ access_token: token, refresh_token: refreshToken, expires_in: seconds }: TokenAnswer): Login {
  return { token, ...(refreshToken !== undefined && { refreshToken }), expiresAt: Date.now() + seconds * 1000 }
}

async function readMetadata(url: string): Promise<ServerMetadata> {
  const response = await request(new URL('/.well-known/oauth-authorization-server', url))
  if (!response.ok) throw new CommandError(`The service at ${url} answered ${response.status}.`)
  return (await response.json()) as ServerMetadata
}

async function send<Answer>(endpoint: string, form: Record<string, string>): Promise<Answer | OAuthError> {
  const body = new URLSearchParams({ client_id: clientId, ...form })
  const response = await request(endpoint, { method: 'POST', body })
  const text = await response.text()
  return (text === '' ? {} : JSON.parse(text)) as Answer | OAuthError
}

async function request(address: string | URL, init?: RequestInit): Promise<Response> {
  return fetch(address, init).catch((error: unknown) => {
    throw new CommandError(`The service did not answer at ${new URL(address).origin}: ${(error as Error).message}`)
  })
}

function refusal({ error, error_description: description = error }: OAuthError): CommandError {
  if (error === 'access_denied') return new CommandError('The login was refused.', exitCodes.notLoggedIn)
  if (error === 'expired_token') return new CommandError('Nobody typed the code in time.', exitCodes.notLoggedIn)
  const isLimit = error === 'temporarily_unavailable'
  return new CommandError(description, isLimit ? exitCodes.limit : exitCodes.failed)
}
