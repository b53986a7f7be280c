import { createTack, type Schemas, type Tack } from '@tack/client'
import type { Command } from 'commander'
import { type Login, renewLogin } from './device-login.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { type Profile, readProfile, saveProfile } from './profiles.ts'

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
  const { url, workspaceId } = profile
  const tack = createTack({ url, token: createTokenSource(profileName, profile), workspaceId, maxRetries: retries })
  return { profileName, profile, tack, isJson: json === true }
}

/** The token of each request. One that ends soon is renewed, once for all requests that wait for it, and stored. */
function createTokenSource(profileName: string, profile: Profile): string | (() => Promise<string>) | undefined {
  if (profile.refreshToken === undefined) return profile.token
  let login: Promise<Login> = Promise.resolve(profile)
  return async () => {
    login = login.then(async (current) => {
      const renewed = await renewLogin(profile.url, current)
      if (renewed !== current) await saveProfile(profileName, { ...profile, ...renewed })
      return renewed
    })
    return (await login).token ?? ''
  }
}

/** Finds a link by its id, its code or its whole address. */
export async function findLink({ tack }: Session, name: string): Promise<Link> {
  return /^lnk_[0-9a-z]{26}$/.test(name)
    ? await tack.get('/urls/{id}', { params: { path: { id: name } } })
    : await tack.get('/urls/lookup', { params: { query: { shortUrl: name } } })
}

type NamedPath = '/tags' | '/folders'

/** The id of a tag or folder by its name, in any case. */
export async function findNamed({ tack }: Session, path: NamedPath, name: string): Promise<string> {
  for await (const { id, name: other } of tack.each(path, { params: { query: { search: name, limit: 100 } } }))
    if (other.toLowerCase() === name.toLowerCase()) return id
  throw new CommandError(`There is no ${path.slice(1, -1)} named ${name}.`, exitCodes.notFound)
}
