import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, exitCodes } from './exit-codes.ts'

/** A service and who one is there. */
export interface Profile {
  readonly url: string
  /** An API key or an access token. */
  readonly token?: string
  /** Renews the token, which ends at this time, in milliseconds since 1970. Only after a login by device. */
  readonly refreshToken?: string
  readonly expiresAt?: number
  readonly workspaceId?: string
}

interface Profiles {
  readonly profiles: Readonly<Record<string, Profile>>
}

const defaultUrl = 'http://localhost:3000'

/** The profile of this name, with what the environment says instead: `TACK_URL`, `TACK_TOKEN` and `TACK_WORKSPACE`. */
export async function readProfile(name: string, env: NodeJS.ProcessEnv = process.env): Promise<Profile> {
  const stored = (await readProfiles(env)).profiles[name]
  const { token, refreshToken, expiresAt }: Partial<Profile> =
    env.TACK_TOKEN !== undefined
      ? { token: env.TACK_TOKEN }
      : env.TACK_URL === undefined || env.TACK_URL === stored?.url
        ? (stored ?? {})
        : {}
  const workspaceId = env.TACK_WORKSPACE ?? stored?.workspaceId
  return {
    url: env.TACK_URL ?? stored?.url ?? defaultUrl,
    ...(token !== undefined && { token }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(workspaceId !== undefined && { workspaceId }),
  }
}

/** Replaces a profile, or removes it. */
export async function saveProfile(name: string, profile: Profile | undefined): Promise<void> {
  const { [name]: _replaced, ...others } = (await readProfiles(process.env)).profiles
  const profiles = profile ? { ...others, [name]: profile } : others
  const file = profilesFile(process.env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Nobody else may read it, and a crash leaves the old file or the new one.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}

async function readProfiles(env: NodeJS.ProcessEnv): Promise<Profiles> {
  const file = profilesFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return { profiles: {} }
  try {
    return { profiles: {}, ...(JSON.parse(text) as Partial<Profiles>) }
  } catch {
    throw new CommandError(`${file} is not JSON. Mend it, or remove it and log in again.`, exitCodes.usage)
  }
}

function profilesFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tack', 'config.json')
}
