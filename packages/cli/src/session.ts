import { createTack, type Schemas, type Tack } from '@tack/client'
import type { Command } from 'commander'
import { CommandError, exitCodes } from './exit-codes.ts'
import { type Profile, readProfile } from './profiles.ts'

export type Link = Schemas['UrlItem']

/** What all commands have. */
export interface Session {
  readonly profileName: string
  readonly profile: Profile
  readonly tack: Tack
  readonly isJson: boolean
}

/** Opens the profile of `--profile`. Commands that belong to a person end with 3 when nobody is logged in. */
export async function openSession(command: Command, { isPublic = false, retries = 3 } = {}): Promise<Session> {
  const { profile: profileName, json } = command.optsWithGlobals<{ profile: string; json?: boolean }>()
  const profile = await readProfile(profileName)
  if (profile.token === undefined && !isPublic)
    throw new CommandError('Nobody is logged in. Run `tack login`, or set TACK_TOKEN.', exitCodes.notLoggedIn)
  const { url, token, workspaceId } = profile
  const tack = createTack({ url, token, workspaceId, maxRetries: retries })
  return { profileName, profile, tack, isJson: json === true }
}

/** The address that visitors open. */
export function addressOf({ profile: { url } }: Session, { domainHost, shortUrl }: Link): string {
  const { origin, protocol } = new URL(url)
  return domainHost === null ? `${origin}/${shortUrl}` : `${protocol}//${domainHost}/${shortUrl}`
}

/** Finds a link by its id, its code or its whole address. */
export async function findLink(session: Session, name: string): Promise<Link> {
  const { tack } = session
  if (/^lnk_[0-9a-z]{26}$/.test(name)) return await tack.get('/urls/{id}', { params: { path: { id: name } } })
  const { host, code } = splitAddress(name)
  for await (const link of tack.each('/urls', { params: { query: { search: code, limit: 100 } } }))
    if (link.shortUrl === code && (host === undefined || new URL(addressOf(session, link)).host === host)) return link
  throw new CommandError(`No link of yours has the code ${code}.`, exitCodes.notFound)
}

function splitAddress(name: string): { host?: string; code: string } {
  if (!/^https?:\/\//i.test(name)) return { code: name.replace(/^\//, '') }
  const { host, pathname } = new URL(name)
  return { host, code: decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '') }
}

type NamedPath = '/tags' | '/folders'

/** The id of a tag or folder by its name, in any case. */
export async function findNamed({ tack }: Session, path: NamedPath, name: string): Promise<string> {
  for await (const { id, name: other } of tack.each(path, { params: { query: { search: name, limit: 100 } } }))
    if (other.toLowerCase() === name.toLowerCase()) return id
  throw new CommandError(`There is no ${path.slice(1, -1)} named ${name}.`, exitCodes.notFound)
}
